/**
 * The agent loop: ask the model, run its calls, tell it the results, until it makes no more calls.
 *
 * One agent is one conversation. Whatever ends a run (answer, cancel, limit, error) leaves a history that the next message can go
 * on from. Never decides whether a call may run, and never runs one itself: the scheduler does.
 */
import type { MediaPart, Model, Note } from '../models/types.js';
import { createCallMemory, type CallMemory } from '../scheduler/call-memory.js';
import { runCalls, type CallPorts } from '../scheduler/run-calls.js';
import type { ApprovalPolicy, Approver, Classify } from '../scheduler/types.js';
import { systemClock, type Clock } from '../shared/clock.js';
import type { DebugLog } from '../shared/debug-log.js';
import { createSchemaChecker } from '../shared/json-schema-check.js';
import { QwenError, shownText } from '../shared/qwen-error.js';
import type { Tool } from '../tools/types.js';
import { createAskModel } from './ask-model.js';
import { perMessage, type CallBudget } from './call-budget.js';
import {
  createCompactor,
  type CompactionSettings,
  type CompactionSize,
  type Compactor,
} from './compaction/create-compactor.js';
import { withDistinctIds } from './distinct-ids.js';
import type { AgentEvent, AgentOutcome } from './events.js';
import { append, repaired, toolMessage, type History } from './history.js';
import { NO_USAGE, type TurnEnd } from './model-turn.js';
import { pastCalls } from './past-calls.js';
import { createRepeatGuard } from './repeat-guard.js';
import { countedModel } from './side-request.js';
import { startWallTime } from './wall-time.js';

export interface AgentOptions {
  /** Asked before every request, as are the tools, the system prompt and the policy: each may change during a run. */
  readonly model: () => Model;
  /** Every tool that may be called. */
  readonly tools: () => readonly Tool[];
  /** Those of them that the model is told of; default all. */
  readonly offer?: ((tools: readonly Tool[]) => readonly Tool[]) | undefined;
  readonly systemPrompt: () => string;
  /** Facts of the session, put before the first message of the user; not part of the history. */
  readonly reminder?: (() => string | undefined) | undefined;
  /** When the conversation is summed up; left out: only when a request was refused for its length, or when asked. */
  readonly compaction?: CompactionSettings | undefined;
  readonly policy: () => ApprovalPolicy;
  readonly approver: Approver;
  /** Judges calls in approval mode `auto`. Missing: they are asked about. */
  readonly classify?: Classify | undefined;
  /** Must not throw. */
  readonly emit: (event: AgentEvent) => void;
  /** A conversation to go on from; it is made valid first. */
  readonly history?: History | undefined;
  /** Model requests in the whole conversation; negative or undefined: no limit. */
  readonly maxTurns?: number | undefined;
  /** Tool calls between one user message and the answer to it; undefined: no limit. */
  readonly maxToolCallsPerTurn?: number | undefined;
  /** Tool calls of the whole conversation, counted together with whoever else is given this budget. */
  readonly callBudget?: CallBudget | undefined;
  /** How long the answer to one message may take; undefined or not above zero: no limit. */
  readonly maxWallTimeMs?: number | undefined;
  /** What a run must come to, when that is more than an answer in words. */
  readonly goal?: AgentGoal | undefined;
  /** How many characters the results of one message may have together; undefined: no limit. */
  readonly outputBudget?: number | undefined;
  /** Ends a run after the same calls with the same results this many times in a row; undefined: never. */
  readonly maxRepeats?: number | undefined;
  /**
   * What the model is told before it is asked again, as a message that no user wrote; `done`: it has nothing more to do.
   * Undefined: nothing. Must not throw.
   */
  readonly hear?: ((moment: 'working' | 'done', signal: AbortSignal) => Promise<Note | undefined>) | undefined;
  /** What to tell the model of a tool that is not there, when the host knows more. */
  readonly explainMissing?: ((name: string) => string | undefined) | undefined;
  readonly clock?: Clock | undefined;
  readonly debug?: DebugLog | undefined;
}

/** A run ends as soon as its goal is reached, and not before. */
export interface AgentGoal {
  /** A run begins. */
  start(): void;
  /** Asked after each message's calls. */
  reached(): Extract<AgentOutcome, { kind: 'completed' }> | undefined;
  /** What the model is told when it stops short of it. Throws QwenError to end the run. */
  remind(): string;
}

export interface UserInput extends Note {
  readonly media?: readonly MediaPart[] | undefined;
}

export interface Agent {
  /** Everything said so far, without the system prompt. */
  history(): History;
  /** Forgets everything said so far. Not during a run. */
  clear(): void;
  /** Another conversation takes the place of this one. Not during a run. */
  begin(history: History): void;
  /** About how many tokens the next request has; counted by the API where it told. */
  size(): number;
  /** Sums up the earlier part. Not during a run. Throws QwenError with one sentence when that can't be done. */
  compact(signal: AbortSignal, focus?: string): Promise<CompactionSize>;
  /**
   * One user message and all that follows from it. Resolves with the outcome that the `end` event carries; never rejects.
   * One run at a time.
   */
  run(input: UserInput, signal: AbortSignal): Promise<AgentOutcome>;
  /** What the host has to tell (`hear`) and all that follows from it; otherwise as `run`. Nothing to tell: nothing happens. */
  wake(signal: AbortSignal): Promise<AgentOutcome>;
  /** Whether the last message of the user was not answered to its end. */
  mayGoOn(): boolean;
  /**
   * Goes on with that message and says nothing new to the model; an answer that a cancel cut off is begun anew. Only while
   * `mayGoOn`; otherwise as `run`.
   */
  goOn(signal: AbortSignal): Promise<AgentOutcome>;
}

type Answered = Extract<TurnEnd, { kind: 'answered' }>;

const interrupted = (): string =>
  'Interrupted before a result came; whether it took effect is unknown. Check before doing it again.';

export function createAgent(options: AgentOptions): Agent {
  const { emit, clock = systemClock, callBudget, goal } = options;
  const maxTurns = options.maxTurns !== undefined && options.maxTurns >= 0 ? options.maxTurns : Infinity;
  let history = repaired(options.history ?? [], interrupted);
  let memory = createCallMemory(pastCalls(history));
  const ports = callPorts(options, clock, () => memory);
  const compactor = compactorOf(options, clock);
  const askModel = createAskModel(options, compactor, clock);
  let turns = 0;
  /** The last message is an answer that a cancel cut off. */
  let cutOff = false;

  const keep = ({ message, usage, durationMs }: Pick<Answered, 'message' | 'usage' | 'durationMs'>): void => {
    history = append(history, message);
    compactor.counted(history, usage);
    emit({ type: 'assistant', message, usage, durationMs });
  };

  const hears = async (moment: 'working' | 'done', signal: AbortSignal): Promise<boolean> => {
    const note = await options.hear?.(moment, signal);
    if (note === undefined) return false;
    history = append(history, { role: 'user', ...note, repeats: {} });
    emit({ type: 'note', ...note });
    return true;
  };

  const converse = async (signal: AbortSignal): Promise<AgentOutcome> => {
    const budgets = [perMessage(options.maxToolCallsPerTurn), ...(callBudget === undefined ? [] : [callBudget])];
    const repeats = createRepeatGuard(options.maxRepeats ?? Infinity);
    while (!signal.aborted) {
      if (turns >= maxTurns) return { kind: 'turn-limit', maxTurns };
      emit({ type: 'turn-start', turn: (turns += 1) });
      const { turn, tools, history: asked } = await askModel(history, signal);
      history = asked;
      if (turn.kind === 'failed') return turn;
      if (turn.kind === 'cancelled') {
        cutOff = turn.text !== '';
        if (cutOff) keep({ ...turn, message: spoken(turn.text), usage: NO_USAGE });
        return { kind: 'cancelled' };
      }
      const calls = withDistinctIds(turn.message.toolCalls);
      keep({ ...turn, message: { ...turn.message, toolCalls: calls.map(({ call }) => call) } });
      if (calls.length === 0) {
        if (await hears('done', signal)) continue;
        if (goal === undefined) return { kind: 'completed', text: turn.message.text };
        history = append(history, { role: 'user', text: goal.remind(), repeats: {} });
        continue;
      }
      const budget = Math.min(...budgets.map((each) => each.left()));
      const batch = { calls, tools, message: turns, budget, cutShort: turn.cutShort, signal };
      const finished = await runCalls(batch, ports);
      history = append(history, ...finished.map(toolMessage));
      const reached = goal?.reached();
      if (reached !== undefined) return reached;
      const overspent = budgets.map((each) => each.spend(finished.length)).find((error) => error !== undefined);
      const stop = overspent ?? (repeats(finished) ? repeated(options.maxRepeats) : undefined);
      if (stop !== undefined && !signal.aborted) return { kind: 'failed', error: stop };
      await hears('working', signal);
    }
    return { kind: 'cancelled' };
  };

  const answer = async (signal: AbortSignal): Promise<AgentOutcome> => {
    cutOff = false;
    goal?.start();
    const time = startWallTime(options.maxWallTimeMs, signal, clock);
    const ended = await converse(time.signal).catch(failed);
    time.end();
    const late = ended.kind === 'cancelled' ? time.over() : undefined;
    const outcome: AgentOutcome = late === undefined ? ended : { kind: 'failed', error: late };
    if (outcome.kind === 'failed') history = repaired(history, interrupted);
    emit({ type: 'end', outcome });
    return outcome;
  };

  return {
    history: () => history,
    clear: () => void ([history, cutOff] = [[], false]),
    begin: (next) => {
      [history, cutOff, turns] = [repaired(next, interrupted), false, 0];
      memory = createCallMemory(pastCalls(history));
    },
    size: () => compactor.size(history),
    compact: async (signal, focus) => {
      const { history: shorter, ...size } = await compactor.now(history, signal, focus);
      history = shorter;
      return size;
    },
    run: ({ text, media, openOutcomes }, signal) => {
      history = append(history, { role: 'user', text, ...(media && { media }), ...(openOutcomes && { openOutcomes }) });
      return answer(signal);
    },
    wake: async (signal) => ((await hears('done', signal)) ? answer(signal) : { kind: 'completed', text: '' }),
    mayGoOn: () => cutOff || (history.length > 0 && history.at(-1)?.role !== 'assistant'),
    goOn: (signal) => {
      if (cutOff) history = history.slice(0, -1);
      return answer(signal);
    },
  };
}

/** `memory` is asked each time: another conversation may have begun. */
function callPorts(options: AgentOptions, clock: Clock, memory: () => CallMemory): CallPorts {
  const { policy, approver, classify, emit, debug, explainMissing, outputBudget } = options;
  return {
    ...{ policy, approver, classify, checker: createSchemaChecker(), clock, emit, debug, explainMissing, outputBudget },
    get memory() {
      return memory();
    },
  };
}

function compactorOf({ compaction, model, emit, debug }: AgentOptions, clock: Clock): Compactor {
  return createCompactor({
    ...compaction,
    model: () =>
      countedModel((compaction?.model ?? model)(), clock, (request) =>
        emit({ type: 'side-request', purpose: 'compaction', ...request }),
      ),
    emit,
    debug,
  });
}

/** A host's own function threw: the run ends, the process does not. */
const failed = (error: unknown): AgentOutcome => ({
  kind: 'failed',
  error: error instanceof QwenError ? error : new QwenError('io', shownText(error), error),
});

const spoken = (text: string): Answered['message'] => ({ role: 'assistant', text, reasoning: '', toolCalls: [] });

const repeated = (times = 0): QwenError =>
  new QwenError('budget', `Stopped: the model made the same tool calls with the same results ${times} times in a row.`);
