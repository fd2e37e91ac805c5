/**
 * `--output-format json`: one array on one line, at the end: the records of stream-json without its partial events, and
 * the statistics in the last one.
 */
import { messageRecords } from './message-records.js';
import { initRecord, toolResultRecord, type SessionFacts, type WireRecord } from './records.js';
import type { Renderer, RendererContext } from './renderer.js';
import { endRecord } from './end-record.js';

export function createJsonRenderer(context: RendererContext): Renderer {
  const { sessionId } = context;
  const records: WireRecord[] = [];
  let session: SessionFacts | undefined;

  return {
    start(facts) {
      session = facts;
      records.push(initRecord(facts));
    },
    event(event) {
      if (session === undefined) return;
      const { model } = session;
      if (event.type === 'assistant') {
        records.push(...messageRecords(event.message, { sessionId, model, usage: event.usage, newId: context.newId }));
      }
      if (event.type === 'tool-end') {
        const { call, result } = event;
        records.push(toolResultRecord({ uuid: context.newId(), sessionId, callId: call.id, result }));
      }
    },
    end(ending) {
      const stats = context.tally.stats(session?.model ?? '');
      records.push(endRecord(ending, { ...context, stats }));
      context.output.stdout(`${JSON.stringify(records)}\n`);
    },
  };
}
