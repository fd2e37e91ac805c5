/**
 * When a conversation is compacted. Before a request, once it fills so much of the model's window; after a refusal for its
 * length, once; and when the user asks. A compaction that fails changes nothing: the conversation goes on as it was, and it
 * is not tried again before the conversation has grown.
 */
import type { Message, Model, Usage } from '../../models/types.js';
import { noDebugLog, type DebugLog } from '../../shared/debug-log.js';
import { QwenError } from '../../shared/qwen-error.js';
import type { AgentEvent } from '../events.js';
import type { History } from '../history.js';
import { compactHistory } from './compact-history.js';
import { estimateTokens } from './estimate-tokens.js';
import { splitHistory } from './split-history.js';
import { summarize } from './summarize.js';

export interface CompactionSettings {
  /** Part of the window that may be full, 0 to 1. Default 0: never by itself. */
  readonly threshold?: number | undefined;
  /** Tokens that the model takes in one request; asked each time. */
  readonly contextWindow?: (() => number) | undefined;
  /** Tokens that a request may have at most, whatever the model takes; not above 0: no limit. */
  readonly limit?: number | undefined;
  /** Who writes the summary; asked each time. Default: the model of the conversation. */
  readonly model?: (() => Model) | undefined;
}

export interface CompactorOptions extends CompactionSettings {
  readonly model: () => Model;
  readonly emit: (event: AgentEvent) => void;
  readonly debug?: DebugLog | undefined;
}

export interface CompactionSize {
  /** In tokens, partly estimated. */
  readonly before: number;
  readonly after: number;
}

export interface Compactor {
  /** An answer came, and so a count: what `history` was when it was asked for, and its answer. */
  counted(history: History, usage: Usage): void;
  /** About how many tokens the next request has. */
  size(history: History): number;
  /** Why there is no further request: the limit is reached. */
  overLimit(history: History): QwenError | undefined;
  /** The history to ask with. Never rejects. */
  beforeRequest(history: History, signal: AbortSignal): Promise<History>;
  /** A shorter history, for a request that was too long; undefined when there is none. Never rejects. */
  afterRefusal(history: History, signal: AbortSignal): Promise<History | undefined>;
  /** When the user asks. Throws QwenError when it can't be done. */
  now(history: History, signal: AbortSignal, focus?: string): Promise<{ history: History } & CompactionSize>;
}

/** How much of the window stays word for word, and how much a summary request may take of it. */
const KEPT_SHARE = 0.3;
const ASKED_SHARE = 0.6;
const CHARS_PER_TOKEN = 3;
/** After a failure: how much longer the conversation must be before it is tried again. */
const GROWTH = 1.1;

interface Occasion {
  readonly trigger: 'auto' | 'manual';
  readonly focus?: string | undefined;
  readonly signal: AbortSignal;
}

export function createCompactor(options: CompactorOptions): Compactor {
  const { threshold = 0, contextWindow = () => Infinity, limit = -1, model, emit, debug = noDebugLog } = options;
  let known: { readonly messages: number; readonly tokens: number; readonly last: Message | undefined } | undefined;
  let notBefore = 0;

  const size = (history: History): number => {
    const isSame = known !== undefined && history[known.messages - 1] === known.last;
    return isSame && known !== undefined
      ? known.tokens + estimateTokens(history.slice(known.messages))
      : estimateTokens(history);
  };

  const compact = async (history: History, { trigger, focus, signal }: Occasion) => {
    const window = contextWindow();
    const before = size(history);
    // A short conversation is cut too when the user asks: then half of it stays at most.
    const split = splitHistory(history, Math.min(window, before) * KEPT_SHARE);
    if (split === undefined) throw new QwenError('usage', 'There is nothing to compact yet.');
    const maxChars = Math.floor(window * ASKED_SHARE * CHARS_PER_TOKEN);
    const summary = await summarize({ model: model(), messages: split.head, maxChars, focus, signal });
    const shorter = compactHistory(split, summary);
    const after = Math.max(0, before - estimateTokens(history)) + estimateTokens(shorter);
    if (after >= before) throw new QwenError('usage', 'The conversation is too short to gain anything from a summary.');
    known = undefined;
    emit({ type: 'compaction', trigger, beforeTokens: before, afterTokens: after, history: shorter });
    return { history: shorter, before, after };
  };

  const attempt = async (history: History, signal: AbortSignal): Promise<History | undefined> => {
    try {
      return (await compact(history, { trigger: 'auto', signal })).history;
    } catch (error) {
      notBefore = size(history) * GROWTH;
      debug('agent', 'the conversation could not be compacted', error);
      return undefined;
    }
  };

  return {
    counted: (history, usage) => {
      const tokens = usage.inputTokens + usage.outputTokens;
      known = tokens === 0 ? undefined : { messages: history.length, tokens, last: history.at(-1) };
    },
    size,
    overLimit: (history) => {
      const tokens = size(history);
      return limit > 0 && tokens > limit ? overLimit(tokens, limit) : undefined;
    },
    beforeRequest: async (history, signal) => {
      const tokens = size(history);
      const isDue = threshold > 0 && tokens >= threshold * contextWindow() && tokens >= notBefore;
      return (isDue ? await attempt(history, signal) : undefined) ?? history;
    },
    afterRefusal: (history, signal) => attempt(history, signal),
    now: (history, signal, focus) => compact(history, { trigger: 'manual', focus, signal }),
  };
}

const overLimit = (tokens: number, limit: number): QwenError =>
  new QwenError(
    'budget',
    `Stopped: the conversation has about ${tokens} tokens, and model.sessionTokenLimit allows ${limit}. ` +
      'Start a new session, or compact this one with /compress.',
  );
