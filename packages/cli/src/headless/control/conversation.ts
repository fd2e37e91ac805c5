/**
 * Answers the messages of the host one by one, each between its `init` and its `result`. A failure or an interruption ends
 * the message, never the conversation; a limit of the run ends both.
 */
import type { UserInput } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import type { AgentEvent, AgentOutcome } from '@qwen-code/qwen-code-core/agent/events.js';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { WiredRun } from '../../wire/wire-run.js';
import { createAnsweringModel } from '../answering-model.js';
import { unsettledCalls } from '../interrupted.js';
import type { Renderer } from '../renderer.js';
import { openRenderer, type Run } from '../run.js';
import { createTally } from '../tally.js';
import type { UsageBook } from './usage-book.js';

export type Message =
  | { readonly kind: 'words'; readonly said: UserInput }
  /** Go on with a message that was not answered to its end. */
  | { readonly kind: 'go-on' }
  /** It could not be read. */
  | { readonly kind: 'fault'; readonly shown: string };

export interface Conversation {
  /** Throws what ends the run: a limit. */
  answer(message: Message, wired: WiredRun): Promise<void>;
  /** Ends the message that is being answered now, if one is. */
  interrupt(): void;
  readonly isAnswering: boolean;
  /** The host said no to this call; with `interrupt` the message ends when the model has been told. */
  refused(callId: string, interrupt: boolean): void;
}

export interface ConversationOptions {
  readonly run: Run;
  readonly usage: UsageBook;
  /** Tells the end of a message; throws what ends the run. */
  conclude(outcome: AgentOutcome, renderer: Renderer): unknown;
}

export function createConversation({ run, usage, conclude }: ConversationOptions): Conversation {
  const { signal } = run.interruption;
  const answeringModel = createAnsweringModel();
  const refusals = new Map<string, { readonly interrupt: boolean }>();
  let current: AbortController | undefined;
  let greeted = false;

  const interrupt = (): void => current?.abort(new QwenError('cancelled', 'Operation cancelled.'));

  /** Hears everything of one message: the record first, because a call that may run now has to be on disk. */
  const listener = (renderer: Renderer): ((event: AgentEvent) => void) => {
    return (event) => {
      const model = answeringModel(event);
      run.session?.event(event, model);
      const told = withoutHostRefusals(event, refusals);
      run.tally.see(told, model);
      usage.see(told, model);
      renderer.event(told, model);
      const ended = innermost(event);
      if (ended.type !== 'tool-end') return;
      const refusal = refusals.get(ended.call.id);
      refusals.delete(ended.call.id);
      if (refusal?.interrupt === true) interrupt();
    };
  };

  const play = async (
    message: Message,
    wired: WiredRun,
    turn: AbortSignal,
    renderer: Renderer,
  ): Promise<AgentOutcome> => {
    if (!greeted) {
      for (const shown of await wired.ready(turn)) run.output.stderr(`${shown}\n`);
      greeted = true;
    }
    renderer.start(wired.session());
    const hear = listener(renderer);
    if (message.kind === 'fault') return failed(message.shown);
    if (message.kind === 'go-on') return wired.goOn(hear, turn);
    const expanded = await wired.expand(message.said, turn, hear);
    if (expanded.kind === 'refused') return failed(expanded.shown);
    if (expanded.kind === 'answer') return { kind: 'completed', text: expanded.shown };
    run.session?.user(expanded.input.text, expanded.input.media);
    return wired.run(expanded.input, hear, turn);
  };

  return {
    answer: async (message, wired) => {
      const turn = new AbortController();
      const stop = (): void => turn.abort(signal.reason);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      current = turn;
      run.startedMs = clock.now();
      run.tally = createTally();
      const renderer = openRenderer(run);
      run.renderer = renderer;
      const outcome = await play(message, wired, turn.signal, renderer);
      current = undefined;
      signal.removeEventListener('abort', stop);
      // The end of the whole run is told by whoever stops it.
      if (signal.aborted) return;
      run.renderer = undefined;
      if (outcome.kind !== 'cancelled') conclude(outcome, renderer);
      else renderer.end({ kind: 'interrupted', inFlight: unsettledCalls(run.tally, wired.hasEffects) });
    },
    interrupt,
    get isAnswering() {
      return current !== undefined;
    },
    refused: (callId, interruptToo) => refusals.set(callId, { interrupt: interruptToo }),
  };
}

const failed = (shown: string): AgentOutcome => ({ kind: 'failed', error: new QwenError('usage', shown) });

/** What happened at the bottom of the sub-agents. */
const innermost = (event: AgentEvent): AgentEvent => (event.type === 'subagent' ? innermost(event.event) : event);

/** `permission_denials` lists what rules refused; the host knows what it refused itself. */
function withoutHostRefusals(event: AgentEvent, refusals: ReadonlyMap<string, unknown>): AgentEvent {
  if (event.type === 'subagent') return { ...event, event: withoutHostRefusals(event.event, refusals) };
  return event.type === 'tool-end' && refusals.has(event.call.id) ? { ...event, denied: false } : event;
}
