/** How many tool calls may still be made, and the error that ends a run which wants more. Shared by whoever counts together. */
import { QwenError } from '../shared/qwen-error.js';

export interface CallBudget {
  left(): number;
  /** The calls were asked for; the error when they were more than there was left. */
  spend(calls: number): QwenError | undefined;
}

/** `limit`: negative or undefined is none. `shown` is the sentence of the error. */
export function createCallBudget(limit: number | undefined, shown: (limit: number) => string): CallBudget {
  let left = limit === undefined || limit < 0 ? Infinity : limit;
  return {
    left: () => Math.max(0, left),
    spend: (calls) => {
      left -= calls;
      return left < 0 ? new QwenError('budget', shown(limit ?? 0)) : undefined;
    },
  };
}

/** The calls of one message of the user. */
export const perMessage = (limit: number | undefined): CallBudget =>
  createCallBudget(
    limit,
    (calls) => `Stopped: the model wanted more than ${calls} tool calls for one message (model.maxToolCallsPerTurn).`,
  );

/** The calls of a whole conversation, those of its sub-agents included. */
export const perConversation = (limit: number | undefined): CallBudget =>
  createCallBudget(
    limit,
    (calls) => `Stopped: the model wanted more than ${calls} tool calls (--max-tool-calls or model.maxToolCalls).`,
  );
