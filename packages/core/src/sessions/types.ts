/** What a session is to the program that runs it. */
import type { AgentEvent } from '../agent/events.js';
import type { History } from '../agent/history.js';
import type { MediaPart } from '../models/types.js';
import type { RewindPoint, Rewound } from './rewind.js';
import type { ToolArguments } from '../tools/types.js';

/** Which session a run is to be. */
export type SessionChoice =
  /** A new one; with an id of the user's own, which must not exist yet. */
  | { readonly kind: 'new'; readonly id?: string | undefined }
  /** The newest of this working directory; a new one when there is none. */
  | { readonly kind: 'continue' }
  /** One that is there, by its id or by a title that no other has. */
  | { readonly kind: 'resume'; readonly id: string };

export interface Session {
  readonly id: string;
  /** What was said before this run, valid for any API. Empty for a new session. */
  readonly history: History;
  /** One sentence each, for stderr before the run. */
  readonly notices: readonly string[];
  /** What the user says, before the agent is told. */
  user(text: string, media?: readonly MediaPart[]): void;
  /** Every event of the agent, as it happens; `model` is the name of the model in use. Never throws. */
  event(event: AgentEvent, model: string): void;
  /** What the user said in it, oldest first: the places it can go back to. None while it is not recorded. */
  points(): readonly RewindPoint[];
  /** What going back to before that message would come to. As `rewind`, and changes nothing. */
  lookBack(uuid: string): Pick<Rewound, 'history' | 'undone' | 'at'>;
  /** Goes back to before that message, also for whoever takes it up again. Throws QwenError('usage') when it is not there. */
  rewind(uuid: string): Pick<Rewound, 'history' | 'undone' | 'at'>;
  /** Gives it a title. Throws QwenError('usage') for an empty or overlong one. */
  rename(title: string): void;
  /** Lets others have the session. Any number of calls. */
  close(): void;
}

/** A call that had no result when its process ended. */
export interface OpenCall {
  readonly callId: string;
  readonly tool: string;
  readonly args: ToolArguments;
  /** ISO 8601: when its message was recorded, which was before it could run. */
  readonly askedAt: string;
}

/**
 * The outcome journal's record of each of these calls of a session, by call id; calls without one are left out. Sees to it that
 * none of them can be repeated silently, also when the answer came and was lost with the process. Must not throw.
 */
export type SettleOpenCalls = (session: string, calls: readonly OpenCall[]) => Promise<ReadonlyMap<string, string>>;
