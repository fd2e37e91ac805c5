/**
 * `--output-format json`: one array on one line, at the end: the records of stream-json without its partial events, and
 * the statistics in the last one.
 */
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import { messageRecords } from './message-records.js';
import { compactionRecord, initRecord, toolResultRecord, type Parent, type WireRecord } from './records.js';
import type { Renderer, RendererContext } from './renderer.js';
import { endRecord } from './end-record.js';

export function createJsonRenderer(context: RendererContext): Renderer {
  const { sessionId } = context;
  const records: WireRecord[] = [];

  const show = (event: AgentEvent, model: string, parent: Parent): void => {
    if (event.type === 'subagent') show(event.event, model, event.callId);
    if (event.type === 'compaction' && parent === null)
      records.push(compactionRecord({ uuid: context.newId(), sessionId, ...event }));
    if (event.type === 'assistant') {
      const facts = { sessionId, parent, model, usage: event.usage, newId: context.newId };
      records.push(...messageRecords(event.message, facts));
    }
    if (event.type === 'tool-end') {
      const { call, result } = event;
      records.push(toolResultRecord({ uuid: context.newId(), sessionId, parent, callId: call.id, result }));
    }
  };

  return {
    start: (facts) => void records.push(initRecord(facts)),
    event: (event, model) => show(event, model, null),
    end(ending) {
      const stats = context.tally.stats();
      records.push(endRecord(ending, { ...context, stats }));
      context.output.stdout(`${JSON.stringify(records)}\n`);
    },
  };
}
