/**
 * Everything the screen shows, as one value. What is finished is an item and is printed once; what still changes is live
 * and is drawn again. Text of models, tools and servers has gone through safe-text when it is in here.
 */
import type { ToolProgress } from '@qwen-code/qwen-code-core/tools/types.js';
import type { OpenEnd } from '../../outcomes/open-end.js';
import type { AgentProgress } from './agent-progress.js';
import type { ToolView } from './tool-view.js';

export type Tone = 'info' | 'warning' | 'error';

export type ItemContent =
  | { readonly kind: 'banner'; readonly facts: Facts; readonly tips: boolean }
  | { readonly kind: 'user'; readonly text: string }
  /** A piece of an answer. `first` begins the answer; `joined` goes on in the block that the piece before it ended in. */
  | { readonly kind: 'answer'; readonly text: string; readonly first: boolean; readonly joined: boolean }
  | { readonly kind: 'thinking'; readonly text: string; readonly durationMs: number }
  | { readonly kind: 'tool'; readonly tool: ToolView; readonly result: ToolEnd }
  | ({ readonly kind: 'unknown-outcome' } & UnknownCall)
  /** What is still open of a session that is gone on with, and how many calls of the project besides. */
  | { readonly kind: 'open-outcomes'; readonly calls: readonly OpenCallFact[]; readonly others: number }
  /** Names and values, and sentences below them. */
  | {
      readonly kind: 'facts';
      readonly title: string;
      readonly facts: readonly (readonly [name: string, value: string])[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'notice'; readonly tone: Tone; readonly text: string }
  /** The output of a command of ours, as markdown. */
  | { readonly kind: 'report'; readonly text: string };

export type ViewItem = ItemContent & { readonly id: number };

/** A call that may have been carried out although no answer came. */
export interface UnknownCall {
  readonly tool: ToolView;
  readonly recordId: string | undefined;
  /** ISO 8601: when it was made; undefined when nobody knows. */
  readonly at: string | undefined;
  readonly end: OpenEnd;
  /** A sub-agent made it. */
  readonly byAgent: boolean;
}

export interface OpenCallFact {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface ToolEnd {
  /** `unknown`: it may have been done or not; a panel of its own says more. */
  readonly status: 'ok' | 'error' | 'cancelled' | 'denied' | 'unknown';
  readonly text: string;
  readonly durationMs: number;
  /** What a sub-agent did. */
  readonly inside?: AgentProgress | undefined;
}

export interface LiveTool extends ToolView {
  readonly callId: string;
  readonly status: 'waiting' | 'asking' | 'running';
  readonly startedMs: number | undefined;
  readonly progress: ToolProgress | undefined;
  /** What a sub-agent has done so far. */
  readonly inside: AgentProgress | undefined;
}

export interface Live {
  readonly thinking: string;
  /** When it began; undefined while there is none. */
  readonly thinkingSinceMs: number | undefined;
  /** The end of the answer that may still change; the blocks before it are items. */
  readonly answer: string;
  /** Some of this answer is printed already. */
  readonly begun: boolean;
  /** The last printed piece ended inside a block. */
  readonly joined: boolean;
  readonly tools: readonly LiveTool[];
  /** Why the model is asked again, and when. */
  readonly retry: { readonly why: string; readonly atMs: number } | undefined;
}

export type Activity =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'busy';
      readonly startedMs: number;
      readonly turn: number;
      /** As far as the API has told, and a guess for what is streaming. */
      readonly outputTokens: number;
      readonly stopping: boolean;
    };

/** `now` goes to the model with the next request of this run, `next` begins a run of its own. */
export interface QueuedMessage {
  readonly text: string;
  readonly when: 'now' | 'next';
  /** A command for the shell. */
  readonly shell?: true;
}

/** A command of the person at the terminal that runs. */
export interface TypedCommand {
  readonly command: string;
  readonly startedMs: number;
  /** The end of its output. */
  readonly output: string;
}

/** `asking`: it waits for an answer of the person. `off`: it is not meant to run. */
export type ServerCondition = 'connected' | 'starting' | 'offline' | 'asking' | 'off';

export interface ServerFact {
  readonly name: string;
  readonly condition: ServerCondition;
}

/** What the banner and the footer know. */
export interface Facts {
  readonly version: string;
  readonly cwd: string;
  readonly branch: string | undefined;
  readonly model: string;
  readonly mode: string;
  readonly servers: readonly ServerFact[];
  /** Calls of this workspace whose outcome is unknown. */
  readonly openOutcomes: number;
  /** What runs in the background. Default 0. */
  readonly tasks?: number;
  /** Tokens that fit the model; undefined when nobody knows. */
  readonly contextWindow: number | undefined;
}

export interface Totals {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** Of the last request: how full the model's context is. */
  readonly contextTokens: number;
  readonly toolCalls: { readonly ok: number; readonly failed: number; readonly unknown: number };
  readonly lines: { readonly added: number; readonly removed: number };
  readonly apiMs: number;
  readonly toolMs: number;
  readonly byModel: Readonly<Record<string, ModelTotals>>;
  readonly byTool: Readonly<Record<string, ToolTotals>>;
  /** Calls whose outcome nobody knew when they ended. */
  readonly unknownOutcomes: number;
}

export interface ModelTotals {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
}

export interface ToolTotals {
  readonly calls: number;
  readonly failed: number;
  readonly ms: number;
}

/** A dialog that waits for its answer; what it shows and what becomes of the answer is the dialog's own. */
export interface OpenDialog {
  readonly id: number;
  readonly name: string;
  /** Questions of a run come before dialogs that a person opened, and are answered in the order they came. */
  readonly rank: 'question' | 'opened';
}

export interface ViewState {
  readonly nextId: number;
  /** Items of an older epoch are not on the screen any more: everything is printed again when it changes. */
  readonly epoch: number;
  readonly items: readonly ViewItem[];
  readonly live: Live;
  readonly activity: Activity;
  readonly queue: readonly QueuedMessage[];
  readonly shell: TypedCommand | undefined;
  readonly dialogs: readonly OpenDialog[];
  readonly facts: Facts;
  readonly totals: Totals;
  /** Thinking and output whole instead of folded. */
  readonly expanded: boolean;
  /** Answers as they were written instead of formatted. */
  readonly raw: boolean;
  /** A line under the prompt, such as `press again to leave`. */
  readonly hint: string | undefined;
  /** Only what was printed is left on the screen. */
  readonly closing: boolean;
}

export const IDLE_LIVE: Live = {
  thinking: '',
  thinkingSinceMs: undefined,
  answer: '',
  begun: false,
  joined: false,
  tools: [],
  retry: undefined,
};

export const NO_TOTALS: Totals = {
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  contextTokens: 0,
  toolCalls: { ok: 0, failed: 0, unknown: 0 },
  lines: { added: 0, removed: 0 },
  apiMs: 0,
  toolMs: 0,
  byModel: {},
  byTool: {},
  unknownOutcomes: 0,
};

export const initialState = (facts: Facts): ViewState => ({
  nextId: 1,
  epoch: 0,
  items: [],
  live: IDLE_LIVE,
  activity: { kind: 'idle' },
  queue: [],
  shell: undefined,
  dialogs: [],
  facts,
  totals: NO_TOTALS,
  expanded: false,
  raw: false,
  hint: undefined,
  closing: false,
});

/** The dialog that is shown and takes the keys. */
export const topDialog = ({ dialogs }: Pick<ViewState, 'dialogs'>): OpenDialog | undefined =>
  dialogs.find(({ rank }) => rank === 'question') ?? dialogs.at(-1);
