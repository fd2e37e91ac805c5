/**
 * One interactive session, from start to end: settings, session and model, then the screen, then an end that leaves the
 * terminal as it was and no process behind, whatever ended it.
 */
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError, shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { RunOptions } from '../args/parse-args.js';
import { EXIT, exitCodeOf, type ExitCode } from '../exit-codes.js';
import { endNow } from '../process/end-now.js';
import { watchInterruption } from '../process/interruption.js';
import type { ProcessOutput } from '../process/output.js';
import { openConversation, type UiConversation } from './open-conversation.js';
import { summaryLines } from './summary.js';

const NO_TERMINAL =
  'The interactive session needs a terminal for input and output; to run one prompt without one, use -p.\n';

export async function runUi(options: RunOptions, output: ProcessOutput): Promise<ExitCode> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    output.stderr(NO_TERMINAL);
    return EXIT.failure;
  }
  const startedMs = clock.now();
  let opened: UiConversation | undefined;
  const restore = (): void => opened?.screen.terminal.leave();
  process.on('exit', restore);
  const interruption = watchInterruption({
    clock,
    process,
    endNow: (code) => {
      opened?.session.close();
      restore();
      endNow(code);
    },
  });
  output.closed.addEventListener('abort', () => interruption.stop());
  try {
    opened = await openConversation(options, output);
  } catch (error) {
    return tellFatal(error, output);
  }
  const failure = await converse(opened, options, interruption.signal);
  await end(opened, { output, startedMs });
  if (failure !== undefined) return tellFatal(failure, output);
  return interruption.exitCode ?? EXIT.ok;
}

function tellFatal(error: unknown, output: ProcessOutput): ExitCode {
  output.stderr(`${shownText(error)}\n`);
  return error instanceof QwenError ? exitCodeOf(error.code) : EXIT.failure;
}

/** Resolves when the person leaves or the process is told to end; with the error when the screen could not be drawn. */
async function converse(
  { mounted, controller, left }: UiConversation,
  options: RunOptions,
  signal: AbortSignal,
): Promise<unknown> {
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

async function end(
  conversation: UiConversation,
  { output, startedMs }: { readonly output: ProcessOutput; readonly startedMs: number },
): Promise<void> {
  const { controller, screen, mounted, wired, session, recorded } = conversation;
  const { store, terminal, style } = screen;
  controller.stop();
  store.dispatch({ type: 'closing' });
  // What the stop of a run still has to say is said before the screen is taken away.
  await controller.idle();
  await wired.stop();
  mounted.unmount();
  terminal.leave();
  session.close();
  const state = store.state();
  const spoken = state.items.some(({ kind }) => kind === 'user');
  const lines = summaryLines(
    { state, durationMs: clock.now() - startedMs, sessionId: recorded && spoken ? session.id : undefined },
    style,
  );
  if (lines.length > 0) output.stdout(`\n${lines.join('\n')}\n`);
}
