/** A Model value that plays one list of events a request and keeps what it was asked. For tests that need no HTTP. */
import type { Model, ModelEvent, ModelRequest, ToolCallRequest, Usage } from '../models/types.js';

type Play = readonly ModelEvent[] | ((request: ModelRequest) => AsyncIterable<ModelEvent> | readonly ModelEvent[]);

export interface PlainModel extends Model {
  readonly requests: readonly ModelRequest[];
}

export const PLAIN_USAGE: Usage = {
  inputTokens: 10,
  outputTokens: 5,
  cachedTokens: 0,
  reasoningTokens: 0,
  totalTokens: 15,
};

export const finish = (reason = 'stop'): ModelEvent => ({ type: 'finish', reason, usage: PLAIN_USAGE });
export const says = (text: string): readonly ModelEvent[] => [{ type: 'text', delta: text }, finish()];
export const calls = (...made: readonly ToolCallRequest[]): readonly ModelEvent[] => [
  ...made.map((call) => ({ type: 'tool-call', call }) as const),
  finish('tool_calls'),
];

/** The last play is repeated. */
export function plainModel(...plays: readonly Play[]): PlainModel {
  const requests: ModelRequest[] = [];
  return {
    name: 'plain',
    requests,
    stream: async function* (request) {
      const play = plays[requests.length] ?? plays.at(-1) ?? [];
      requests.push(request);
      yield* typeof play === 'function' ? play(request) : play;
    },
  };
}
