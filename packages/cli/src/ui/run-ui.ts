/**
 * One interactive session, from start to end: settings, session and model, then the screen, then an end that leaves the
 * terminal as it was and no process behind, whatever ended it.
 */
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError, shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { loadSettings, type LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { readFolderTrust } from '@qwen-code/qwen-code-core/trust/this-folder.js';
import type { RunOptions } from '../args/parse-args.js';
import { EXIT, exitCodeOf, type ExitCode } from '../exit-codes.js';
import { endNow } from '../process/end-now.js';
import { watchInterruption } from '../process/interruption.js';
import type { ProcessOutput } from '../process/output.js';
import { thisPlace } from '../process/place.js';
import { loadRunSettings } from '../wire/load-run-settings.js';
import { afterTrust } from './ask-trust.js';
import { pickSession } from './commands/resume.js';
import type { UiCommandPorts } from './commands/ui-command.js';
import type { Dialog } from './dialogs/dialog-desk.js';
import { firstFacts } from './first-facts.js';
import { noUiHere } from './no-ui-here.js';
import { openConversation, type UiConversation } from './open-conversation.js';
import { createScreen, type UiScreen } from './screen.js';
import { FRAME_MS } from './state/store.js';
import { readyModel } from './setup/ready-model.js';
import { summaryLines } from './summary.js';

export async function runUi(options: RunOptions, output: ProcessOutput): Promise<ExitCode> {
  const refusal = noUiHere(process);
  if (refusal !== undefined) {
    output.stderr(`${refusal}\n`);
    return EXIT.failure;
  }
  const startedMs = clock.now();
  let screen: UiScreen | undefined;
  let opened: UiConversation | undefined;
  const restore = (): void => {
    opened?.sessions.current().close();
    screen?.terminal.leave();
  };
  // However it ends: a crash comes here as well.
  process.on('exit', restore);
  const interruption = watchInterruption({
    clock,
    process,
    endNow: (code) => {
      restore();
      endNow(code);
    },
  });
  output.closed.addEventListener('abort', interruption.hangUp);
  const { signal } = interruption;
  try {
    const place = thisPlace();
    const reread = (): Promise<LoadedSettings> => loadRunSettings(options, place);
    const asksTrust = readFolderTrust(place) === 'unknown';
    const own = asksTrust ? await loadSettings({ ...place, unread: true }) : await reread();
    const screenReader = options.screenReader || own.settings.ui?.accessibility?.screenReader === true;
    screen = createScreen({ loaded: own, facts: firstFacts(place.cwd), screenReader, onGone: interruption.hangUp });
    const alone = { screen, clock, signal };
    const ask = async <Result>(dialog: Dialog<Result>): Promise<Result | undefined> =>
      (await import('./ask-alone.js')).askAlone(dialog, alone);
    const loaded = asksTrust ? await afterTrust({ place, ask, reread }) : own;
    screen.themes.use(loaded.settings.ui?.theme ?? '');
    const ready = await readyModel({ options, loaded, clock, signal, reread, ask });
    opened = await openConversation({ options, output, place, screen, ...ready });
  } catch (error) {
    return interruption.exitCode ?? tellFatal(error, output);
  }
  const failure = await converse(opened, options, signal);
  await end(opened, startedMs);
  if (failure !== undefined) return tellFatal(failure, output);
  return interruption.exitCode ?? EXIT.ok;
}

function tellFatal(error: unknown, output: ProcessOutput): ExitCode {
  output.stderr(`${shownText(error)}\n`);
  return error instanceof QwenError ? exitCodeOf(error.code) : EXIT.failure;
}

/** Resolves when the person leaves or the process is told to end; with the error when the screen could not be drawn. */
async function converse(
  { mounted, controller, left, ports }: UiConversation,
  options: RunOptions,
  signal: AbortSignal,
): Promise<unknown> {
  if (options.session.kind === 'pick') await pickFirst(ports, signal);
  if (options.promptInteractive !== undefined) controller.say(options.promptInteractive, 'now');
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await Promise.race([left, stopped, mounted.ended]);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Before anything else; without a choice the session is a new one. */
async function pickFirst(ports: UiCommandPorts, signal: AbortSignal): Promise<void> {
  try {
    await pickSession(ports, signal);
  } catch (error) {
    ports.print({ kind: 'notice', tone: 'error', text: shownText(error) });
  }
}

async function end(conversation: UiConversation, startedMs: number): Promise<void> {
  const { controller, screen, mounted, wired, sessions, outcomes, dual } = conversation;
  const { store, terminal, style, marks } = screen;
  controller.stop();
  store.dispatch({ type: 'closing' });
  // What the stop of a run still has to say is said before the screen is taken away.
  await controller.idle();
  await wired.stop();
  await outcomes.look();
  await outcomes.close();
  await dual.close();
  // What was dispatched last is on the screen before that is taken away.
  await clock.sleep(2 * FRAME_MS);
  mounted.unmount();
  terminal.leave();
  const { id, close } = sessions.current();
  close();
  const state = store.state();
  // Of a long conversation the first items are forgotten.
  const spoken = state.totals.requests > 0 || state.items.some(({ kind }) => kind === 'user');
  const lines = summaryLines(
    { state, durationMs: clock.now() - startedMs, sessionId: sessions.recorded && spoken ? id : undefined },
    { style, marks, width: (process.stdout.columns || 80) - 1 },
  );
  if (lines.length > 0) screen.stdout.write(`${lines.join('\n')}\n`);
}
