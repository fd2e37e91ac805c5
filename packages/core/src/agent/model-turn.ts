/**
 * One answer of the model, streamed to the host as it comes and returned whole. Never throws: a failure is a value, and a cancel
 * keeps the text that had come.
 */
import type { AssistantMessage, Message, Model, SignedAnswer, ToolCallRequest, Usage } from '../models/types.js';
import type { Clock } from '../shared/clock.js';
import { QwenError, shownText } from '../shared/qwen-error.js';
import type { Tool } from '../tools/types.js';
import type { AgentEvent } from './events.js';

export interface ModelTurn {
  readonly model: Model;
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly emit: (event: AgentEvent) => void;
}

export type TurnEnd =
  | {
      readonly kind: 'answered';
      readonly message: AssistantMessage;
      readonly usage: Usage;
      /** True when the answer reached its length limit. */
      readonly cutShort: boolean;
      readonly durationMs: number;
    }
  | { readonly kind: 'cancelled'; readonly text: string; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly error: QwenError };

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, totalTokens: 0 };

export async function takeModelTurn({ model, messages, tools, signal, clock, emit }: ModelTurn): Promise<TurnEnd> {
  const startedMs = clock.now();
  emit({ type: 'request', model: model.name });
  const toolCalls: ToolCallRequest[] = [];
  let text = '';
  let reasoning = '';
  let usage = NO_USAGE;
  let cutShort = false;
  let signed: SignedAnswer | undefined;
  try {
    for await (const event of model.stream({ messages, tools: tools.map(declare), signal })) {
      switch (event.type) {
        case 'text':
          text += event.delta;
          emit({ type: 'text-delta', text: event.delta });
          break;
        case 'reasoning':
          reasoning += event.delta;
          emit({ type: 'reasoning-delta', text: event.delta });
          break;
        case 'tool-call':
          toolCalls.push(event.call);
          break;
        case 'signed':
          signed = event.signed;
          break;
        case 'retry':
          emit({ ...event, type: 'model-retry' });
          if (event.next !== undefined) emit({ type: 'request', model: event.next });
          break;
        case 'finish':
          usage = event.usage;
          cutShort = event.reason === 'length';
      }
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled', text, durationMs: clock.now() - startedMs };
    return { kind: 'failed', error: error instanceof QwenError ? error : unforeseen(error) };
  }
  const message: AssistantMessage = { role: 'assistant', text, reasoning, toolCalls, ...(signed && { signed }) };
  return { kind: 'answered', message, usage, cutShort, durationMs: clock.now() - startedMs };
}

const unforeseen = (error: unknown): QwenError => new QwenError('model-api', shownText(error), error);

const declare = ({ name, description, parameters }: Tool): Pick<Tool, 'name' | 'description' | 'parameters'> => ({
  name,
  description,
  parameters,
});
