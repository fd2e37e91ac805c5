/**
 * Everything the agent tells its host. Headless output, the terminal UI and the SDK are all reducers over this union.
 */
import type { AssistantMessage, Usage } from '../models/types.js';
import type { CallEvent } from '../scheduler/types.js';
import type { QwenError } from '../shared/qwen-error.js';

export type { FinishedCall } from '../scheduler/types.js';

export type AgentEvent =
  | { readonly type: 'turn-start'; readonly turn: number }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  | { readonly type: 'model-retry'; readonly attempt: number; readonly delayMs: number; readonly shown: string }
  | {
      readonly type: 'assistant';
      readonly message: AssistantMessage;
      readonly usage: Usage;
      readonly durationMs: number;
    }
  | CallEvent
  /** Something a sub-agent did; `callId` is the call that started it. Its own `end` is not told: that call's result is. */
  | { readonly type: 'subagent'; readonly callId: string; readonly event: AgentEvent }
  | { readonly type: 'end'; readonly outcome: AgentOutcome };

export type AgentOutcome =
  /** `text` is the last turn's text: what text mode prints. `structured` is the value that it is, when a schema asked for one. */
  | { readonly kind: 'completed'; readonly text: string; readonly structured?: unknown }
  | { readonly kind: 'turn-limit'; readonly maxTurns: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: QwenError };
