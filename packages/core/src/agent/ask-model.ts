/**
 * One request of the conversation: what stands before it, what is offered, and a compaction where it would be or was too
 * long. A request that was refused for its length is made once more, and only when that made it shorter: nothing of an
 * answer had come.
 */
import type { Message } from '../models/types.js';
import { isTooLong } from '../models/too-long.js';
import type { Clock } from '../shared/clock.js';
import type { Tool } from '../tools/types.js';
import type { Compactor } from './compaction/create-compactor.js';
import type { AgentOptions } from './create-agent.js';
import type { History } from './history.js';
import { takeModelTurn, type TurnEnd } from './model-turn.js';

export interface Asked {
  readonly turn: TurnEnd;
  /** Every tool that the answer may call. */
  readonly tools: readonly Tool[];
  /** The conversation as it was asked with. */
  readonly history: History;
}

export type AskModel = (history: History, signal: AbortSignal) => Promise<Asked>;

export function createAskModel(options: AgentOptions, compactor: Compactor, clock: Clock): AskModel {
  const request = async (history: History, signal: AbortSignal): Promise<Asked> => {
    const tooLong = compactor.overLimit(history);
    const tools = options.tools();
    if (tooLong !== undefined) return { turn: { kind: 'failed', error: tooLong }, tools, history };
    const offered = options.offer?.(tools) ?? tools;
    const messages = requestMessages(options.systemPrompt(), options.reminder?.(), history);
    const { emit } = options;
    const turn = await takeModelTurn({ model: options.model(), messages, tools: offered, signal, clock, emit });
    return { turn, tools, history };
  };

  return async (history, signal) => {
    const asked = await request(await compactor.beforeRequest(history, signal), signal);
    if (asked.turn.kind !== 'failed' || !isTooLong(asked.turn.error)) return asked;
    const shorter = await compactor.afterRefusal(asked.history, signal);
    return shorter === undefined ? asked : request(shorter, signal);
  };
}

/** The reminder stands in the first message of the user: some servers take no two of the user's in a row. */
export function requestMessages(system: string, reminder: string | undefined, history: History): readonly Message[] {
  const [first, ...rest] = history;
  const reminded: readonly Message[] =
    reminder === undefined
      ? history
      : first?.role === 'user'
        ? [{ ...first, text: `${reminder}\n\n${first.text}` }, ...rest]
        : [{ role: 'user', text: reminder }, ...history];
  return system === '' ? reminded : [{ role: 'system', text: system }, ...reminded];
}
