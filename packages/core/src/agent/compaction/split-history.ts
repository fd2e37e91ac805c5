/**
 * Where a conversation is cut: what comes before is summed up, what comes after stays word for word. Pure.
 *
 * A cut is never between a call and its result. What is not answered yet always stays: the last message of the user, or
 * the last calls with their results. Before that, as many whole messages as fit.
 */
import type { Message } from '../../models/types.js';
import type { History } from '../history.js';
import { estimateTokens } from './estimate-tokens.js';

export interface SplitHistory {
  readonly head: History;
  readonly tail: History;
}

/** `keepTokens`: how many tokens the tail may have. Undefined when nothing comes before it. */
export function splitHistory(history: History, keepTokens: number): SplitHistory | undefined {
  const cuts = history.flatMap(({ role }, place) => (role === 'tool' ? [] : [place]));
  if (isAnswered(history)) cuts.push(history.length);
  const fits = cuts.filter((cut) => estimateTokens(history.slice(cut)) <= keepTokens);
  const cut = fits.find((place) => history[place]?.role === 'user') ?? fits[0] ?? cuts.at(-1) ?? 0;
  return cut === 0 ? undefined : { head: history.slice(0, cut), tail: history.slice(cut) };
}

function isAnswered(history: History): boolean {
  const last = history.at(-1);
  return last?.role === 'assistant' && last.toolCalls.length === 0;
}

/** What the user asked for last, when that is among these messages. */
export function lastRequest(messages: readonly Message[]): string | undefined {
  for (const message of messages.toReversed()) {
    if (message.role !== 'user') continue;
    if (message.repeats === undefined) return message.text;
    if (message.repeats.request !== undefined) return message.repeats.request;
  }
  return undefined;
}
