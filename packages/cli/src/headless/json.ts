/**
 * `--output-format json`: one array on one line, at the end: the records of stream-json without its partial events, and
 * the statistics in the last one. A run that hits its turn limit prints no array, only the reason on stderr.
 */
import { EXIT } from '../exit-codes.js';
import { messageRecords } from './message-records.js';
import { fatalRecord, initRecord, toolResultRecord, type SessionFacts, type WireRecord } from './records.js';
import type { Renderer, RendererContext } from './renderer.js';
import { endRecord } from './end-record.js';

export function createJsonRenderer(context: RendererContext): Renderer {
  const records: WireRecord[] = [];
  let session: SessionFacts | undefined;

  return {
    start(facts) {
      session = facts;
      records.push(initRecord(facts));
    },
    event(event) {
      if (session === undefined) return;
      const { sessionId, model } = session;
      if (event.type === 'assistant') {
        records.push(...messageRecords(event.message, { sessionId, model, usage: event.usage, newId: context.newId }));
      }
      if (event.type === 'tool-end') {
        const { call, result } = event;
        records.push(toolResultRecord({ uuid: context.newId(), sessionId, callId: call.id, result }));
      }
    },
    end(ending) {
      if (ending.kind === 'turn-limit') {
        const record = fatalRecord('FatalTurnLimitedError', ending.shown, EXIT.turnLimit);
        context.output.stderr(`${JSON.stringify(record)}\n`);
        return;
      }
      const stats = context.tally.stats(session?.model ?? '');
      records.push(endRecord(ending, { ...context, sessionId: session?.sessionId ?? '', stats }));
      context.output.stdout(`${JSON.stringify(records)}\n`);
    },
  };
}
