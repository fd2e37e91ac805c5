/**
 * `--output-format stream-json`: one record a line, as things happen. With partial messages each model message is also
 * told piece by piece, around its whole record: message_start, its blocks, the record, message_stop.
 */
import { messageRecords } from './message-records.js';
import { createPartialMessages } from './partial-messages.js';
import {
  initRecord,
  streamEventRecord,
  toolProgressEvent,
  toolResultRecord,
  type SessionFacts,
  type WireRecord,
} from './records.js';
import type { Renderer, RendererContext } from './renderer.js';
import { endRecord } from './end-record.js';

export function createStreamJsonRenderer(context: RendererContext, options: { readonly partial: boolean }): Renderer {
  const { newId, sessionId } = context;
  let session: SessionFacts | undefined;
  const emit = (record: WireRecord): void => context.output.stdout(`${JSON.stringify(record)}\n`);
  const emitEvent = (event: WireRecord): void => emit(streamEventRecord(newId(), sessionId, event));
  const partial = createPartialMessages({
    newId,
    emit,
    emitEvent,
    session: () => ({ sessionId, model: session?.model ?? '' }),
  });

  return {
    start(facts) {
      session = facts;
      emit(initRecord(facts));
    },
    event(event) {
      if (session === undefined) return;
      const { model } = session;
      if (options.partial) partial.event(event);
      if (event.type === 'assistant' && !options.partial) {
        messageRecords(event.message, { sessionId, model, usage: event.usage, newId }).forEach(emit);
      }
      if (event.type === 'tool-progress' && options.partial) {
        emitEvent(toolProgressEvent(event.callId, event.progress));
      }
      if (event.type === 'tool-end') {
        emit(toolResultRecord({ uuid: newId(), sessionId, callId: event.call.id, result: event.result }));
      }
    },
    end(ending) {
      partial.abandon();
      emit(endRecord(ending, context));
    },
  };
}
