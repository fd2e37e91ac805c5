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
  compactionRecord,
  goalStateEvent,
  initRecord,
  streamEventRecord,
  toolProgressEvent,
  toolResultRecord,
  type Parent,
  type WireRecord,
} from './records.js';
import type { Renderer, RendererContext } from './renderer.js';

export function createStreamJsonRenderer(context: RendererContext, options: { readonly partial: boolean }): Renderer {
  const { newId, sessionId } = context;
  const emit = (record: WireRecord): void => context.output.stdout(`${JSON.stringify(record)}\n`);
  const emitEvent = (event: WireRecord, parent: Parent = null): void =>
    emit(streamEventRecord({ uuid: newId(), sessionId, parent, event }));
  const partial = createPartialMessages({ newId, emit, emitEvent, sessionId });

  const show = (event: AgentEvent, model: string, parent: Parent): void => {
    const inPieces = options.partial && parent === null;
    if (inPieces) partial.event(event, model);
    switch (event.type) {
      case 'assistant': {
        if (inPieces) return;
        const facts = { sessionId, parent, model, usage: event.usage, newId };
        return messageRecords(event.message, facts).forEach(emit);
      }
      case 'tool-progress':
        if (options.partial) emitEvent(toolProgressEvent(event.callId, event.progress), parent);
        return;
      case 'tool-end':
        return emit(
          toolResultRecord({ uuid: newId(), sessionId, parent, callId: event.call.id, result: event.result }),
        );
      case 'compaction':
        if (parent === null) emit(compactionRecord({ uuid: newId(), sessionId, ...event }));
        return;
      case 'subagent':
        return show(event.event, model, event.callId);
    }
  };

  return {
    start(facts) {
      emit(initRecord(facts));
      emitEvent(goalStateEvent());
    },
    event: (event, model) => show(event, model, null),
    end(ending) {
      partial.abandon();
      emit(endRecord(ending, context));
    },
  };
}
