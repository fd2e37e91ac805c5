/**
 * What happens when a person sends something: a command of the terminal, a command of others, or a message and the run that
 * follows from it. One run at a time; what is said meanwhile is added to it or waits for its end. Draws nothing.
 */
import type { Session } from '@qwen-code/qwen-code-core/sessions/types.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError, shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { typedCommand } from '../slash/expand.js';
import type { WiredRun } from '../wire/wire-run.js';
import type { UiCommand, UiCommandPorts } from './commands/ui-command.js';
import { safeText } from './render/safe-text.js';
import { runTyped } from './run-typed.js';
import { createTurns, runCommand } from './turns.js';

export interface ControllerOptions {
  readonly wired: WiredRun;
  /** Where what is said is recorded: in the session that goes on now. */
  readonly session: Pick<Session, 'user' | 'event'>;
  readonly clock: Clock;
  readonly commands: readonly UiCommand[];
  readonly ports: UiCommandPorts;
}

export interface Controller {
  /** Sends; while a run goes on: to that run (`now`) or after it (`next`). */
  say(text: string, when: 'now' | 'next'): void;
  /** Runs a command that was typed for the shell; while a run goes on, after it. */
  shell(command: string): void;
  /** Asks the model again where its last answer broke off; false: there is nothing to go on with. */
  retry(): boolean;
  /** What happened in the background is told to the model, once nothing runs. */
  wake(): void;
  /** Stops the run that goes on; false: there is none. */
  stop(): boolean;
  /** What was said to the run that goes on, taken from the queue; see WireOptions.overheard. */
  overheard(signal: AbortSignal): Promise<string | undefined>;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
}

export function createController({ wired, session, clock, commands, ports }: ControllerOptions): Controller {
  const { store, print, refresh } = ports;
  let running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  const { find, emit, take } = createTurns({ wired, session, clock, commands, ports });
  const said = (text: string): void => print({ kind: 'user', text: safeText(text) });

  const startTurn = (text: string): void => {
    said(text);
    const name = typedCommand(text)?.name;
    // A command of the terminal asks no model: nobody waits for one.
    if (name === undefined || find(name) === undefined) startRun((signal) => take(text, signal));
    else start((signal) => take(text, signal));
  };
  const startShell = (command: string): void => {
    startRun((signal) => runTyped(command, { wired, ports, clock, signal }));
  };

  const startRun = (work: (signal: AbortSignal) => Promise<unknown>): void => {
    store.dispatch({ type: 'run-started', atMs: clock.now() });
    start(work);
  };
  const start = (work: (signal: AbortSignal) => Promise<unknown>): void => {
    const stop = new AbortController();
    const ended = work(stop.signal)
      .catch((error: unknown) => print({ kind: 'notice', tone: 'error', text: shownText(error) }))
      .then(() => {
        running = undefined;
        store.dispatch({ type: 'run-ended' });
        refresh();
        if (!stop.signal.aborted) goOn();
      });
    running = { stop, ended };
  };

  /** The next message that waits; after a stop the person decides first. */
  const goOn = (): void => {
    const [next, ...rest] = store.state().queue;
    if (next === undefined) return wake();
    store.dispatch({ type: 'dequeued', when: ['now', 'next'] });
    for (const message of rest) store.dispatch({ type: 'queued', message: { ...message, when: 'next' } });
    if (next.shell === true) startShell(next.text);
    else startTurn(next.text);
  };

  const wake = (): void => {
    if (running !== undefined || !wired.hasReports()) return;
    startRun((signal) => wired.takeReports(emit, signal));
  };

  return {
    wake,
    say: (text, when) => {
      const typed = typedCommand(text);
      const command = typed === undefined ? undefined : find(typed.name);
      if (running === undefined) {
        startTurn(text);
      } else if (typed !== undefined && command?.anytime === true) {
        said(text);
        void runCommand(command, typed.args, { ports, signal: running.stop.signal });
      } else {
        store.dispatch({ type: 'queued', message: { text, when: typed === undefined ? when : 'next' } });
      }
    },
    shell: (command) => {
      if (running === undefined) startShell(command);
      else store.dispatch({ type: 'queued', message: { text: command, when: 'next', shell: true } });
    },
    retry: () => {
      if (running !== undefined || !wired.mayGoOn()) return false;
      startRun((signal) => wired.goOn(emit, signal));
      return true;
    },
    stop: () => {
      if (running === undefined) return false;
      store.dispatch({ type: 'run-stopping' });
      running.stop.abort(new QwenError('cancelled', 'Operation cancelled.'));
      return true;
    },
    overheard: async (signal) => {
      const texts = store
        .state()
        .queue.filter(({ when }) => when === 'now')
        .map(({ text }) => text);
      if (texts.length === 0) return undefined;
      store.dispatch({ type: 'dequeued', when: ['now'] });
      texts.forEach(said);
      const expanded = await Promise.all(texts.map((text) => wired.expand(text, signal)));
      return expanded
        .map((each, place) => (each.kind === 'prompt' ? each.input.text : (texts[place] ?? '')))
        .join('\n\n');
    },
    idle: async () => {
      await running?.ended;
    },
  };
}
