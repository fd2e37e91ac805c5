/**
 * `--output-format stream-json`: one record a line, as things happen. With partial messages each model message is also
 * told piece by piece, around its whole record: message_start, its blocks, the record, message_stop. What sub-agents say
 * is told whole.
 */
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import { endRecord } from './end-record.js';
import { messageRecords } from './message-records.js';
import { createPartialMessages } from './partial-messages.js';
import {
  goalStateEvent,
  initRecord,
  streamEventRecord,
  toolProgressEvent,
  toolResultRecord,
  type Parent,
  type SessionFacts,
  type WireRecord,
} from './records.js';
import type { Renderer, RendererContext } from './renderer.js';

export function createStreamJsonRenderer(context: RendererContext, options: { readonly partial: boolean }): Renderer {
  const { newId, sessionId } = context;
  let session: SessionFacts | undefined;
  const emit = (record: WireRecord): void => context.output.stdout(`${JSON.stringify(record)}\n`);
  const emitEvent = (event: WireRecord, parent: Parent = null): void =>
    emit(streamEventRecord({ uuid: newId(), sessionId, parent, event }));
  const partial = createPartialMessages({
    newId,
    emit,
    emitEvent,
    session: () => ({ sessionId, model: session?.model ?? '' }),
  });

  const show = (event: AgentEvent, parent: Parent): void => {
    const inPieces = options.partial && parent === null;
    if (inPieces) partial.event(event);
    switch (event.type) {
      case 'assistant': {
        if (inPieces) return;
        const facts = { sessionId, parent, model: session?.model ?? '', usage: event.usage, newId };
        return messageRecords(event.message, facts).forEach(emit);
      }
      case 'tool-progress':
        if (options.partial) emitEvent(toolProgressEvent(event.callId, event.progress), parent);
        return;
      case 'tool-end':
        return emit(
          toolResultRecord({ uuid: newId(), sessionId, parent, callId: event.call.id, result: event.result }),
        );
      case 'subagent':
        return show(event.event, event.callId);
    }
  };

  return {
    start(facts) {
      session = facts;
      emit(initRecord(facts));
      emitEvent(goalStateEvent());
    },
    event: (event) => show(event, null),
    end(ending) {
      partial.abandon();
      emit(endRecord(ending, context));
    },
  };
}
