/**
 * Reads the chunks of one streamed answer: text and reasoning at once, tool calls when the answer is complete, because a call of
 * a broken answer must never run. Pure but for the ids it makes up.
 */
import type { AnswerReader } from '../dialect.js';
import type { ModelEvent } from '../types.js';
import { createCallCollector, type CallDelta } from './collect-calls.js';
import { toUsage, type WireUsage } from './usage.js';

interface WireDelta {
  readonly content?: string | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly CallDelta[] | null;
}

interface WireChoice {
  readonly index?: number;
  readonly delta?: WireDelta | null;
  /** Some servers send the whole message where the delta belongs. */
  readonly message?: WireDelta | null;
  readonly finish_reason?: string | null;
  readonly usage?: WireUsage | null;
}

export interface WireChunk {
  readonly choices?: readonly WireChoice[] | null;
  readonly usage?: WireUsage | null;
}

const NOTHING: readonly ModelEvent[] = [];

export function createAnswerReader(newId: () => string): AnswerReader<WireChunk> {
  const collector = createCallCollector(newId);
  let finishReason: string | undefined;
  let usage: WireUsage | undefined;
  let begun = false;

  const readDelta = (delta: WireDelta): readonly ModelEvent[] => {
    for (const call of delta.tool_calls ?? []) collector.add(call);
    const reasoning = delta.reasoning_content || delta.reasoning || '';
    const text = delta.content || '';
    if (reasoning === '' && text === '') {
      begun ||= (delta.tool_calls?.length ?? 0) > 0;
      return NOTHING;
    }
    begun = true;
    return [
      ...(reasoning === '' ? [] : [{ type: 'reasoning', delta: reasoning } as const]),
      ...(text === '' ? [] : [{ type: 'text', delta: text } as const]),
    ];
  };

  return {
    read: (chunk) => {
      const choice = chunk?.choices?.find(({ index = 0 }) => index === 0);
      usage = chunk?.usage ?? choice?.usage ?? usage;
      finishReason = choice?.finish_reason || finishReason;
      const delta = choice?.delta ?? choice?.message;
      return delta ? readDelta(delta) : NOTHING;
    },
    begun: () => begun,
    finished: () => finishReason !== undefined,
    end: () => {
      // A usage chunk is the last one by the API's own rule: it ends an answer of servers that give no finish reason.
      if (finishReason === undefined && (usage === undefined || !begun)) {
        return { kind: 'failed', failure: { kind: begun ? 'broken' : 'empty' } };
      }
      if (finishReason === 'content_filter' && !begun) return { kind: 'failed', failure: { kind: 'withheld' } };
      const calls = collector.calls().map((call) => ({ type: 'tool-call', call }) as const);
      const finish = { type: 'finish', reason: finishReason ?? 'unknown', usage: toUsage(usage) } as const;
      return { kind: 'complete', events: [...calls, finish] };
    },
  };
}
