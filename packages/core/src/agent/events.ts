/**
 * Everything the agent tells its host. Headless output, the terminal UI and the SDK are all reducers over this union.
 */
import type { AssistantMessage, Note, Usage } from '../models/types.js';
import type { CallEvent } from '../scheduler/types.js';
import type { QwenError } from '../shared/qwen-error.js';
import type { History } from './history.js';

export type { FinishedCall } from '../scheduler/types.js';

export type AgentEvent =
  | { readonly type: 'turn-start'; readonly turn: number }
  /** Who is asked now: what follows, up to the next of these, is the answer of that model. */
  | { readonly type: 'request'; readonly model: string }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  /** The request goes out again: to the same model, or to `next`, a fallback model. */
  | {
      readonly type: 'model-retry';
      readonly attempt: number;
      readonly delayMs: number;
      readonly shown: string;
      readonly next?: string;
    }
  | {
      readonly type: 'assistant';
      readonly message: AssistantMessage;
      readonly usage: Usage;
      readonly durationMs: number;
    }
  | CallEvent
  /** The earlier part of the conversation was summed up. Sizes in tokens, partly estimated; `history` is all that is left. */
  | {
      readonly type: 'compaction';
      /** `manual`: the user asked for it. */
      readonly trigger: 'auto' | 'manual';
      readonly beforeTokens: number;
      readonly afterTokens: number;
      readonly history: History;
    }
  /** A request beside the conversation ended: one that was answered, or one that failed. */
  | ({ readonly type: 'side-request'; readonly purpose: SidePurpose } & SideRequest)
  /** Something a sub-agent did; `callId` is the call that started it. Its own `end` is not told: that call's result is. */
  | { readonly type: 'subagent'; readonly callId: string; readonly event: AgentEvent }
  /** The model is told something as a message that no user wrote: the report of a background agent, for example. */
  | ({ readonly type: 'note' } & Note)
  | { readonly type: 'end'; readonly outcome: AgentOutcome };

export type SidePurpose = 'auto-mode' | 'compaction' | 'summary' | 'web-fetch';

export interface SideRequest {
  /** The name of the model that was asked. */
  readonly model: string;
  readonly usage: Usage;
  readonly durationMs: number;
  readonly failed: boolean;
}

export type AgentOutcome =
  /** `text` is the last turn's text: what text mode prints. `structured` is the value that it is, when a schema asked for one. */
  | { readonly kind: 'completed'; readonly text: string; readonly structured?: unknown }
  | { readonly kind: 'turn-limit'; readonly maxTurns: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: QwenError };
