/** A question before there is a conversation: it has the terminal for as long as it stands. */
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { actionsAlone } from './app/alone.js';
import { mountAlone } from './app/mount.js';
import type { Dialog } from './dialogs/dialog-desk.js';
import type { UiScreen } from './screen.js';

export interface AskAloneOptions {
  readonly screen: UiScreen;
  readonly clock: Clock;
  /** Takes the question away. */
  readonly signal: AbortSignal;
}

/** undefined: left without an answer. Rejects when nothing can be drawn. */
export async function askAlone<Result>(
  dialog: Dialog<Result>,
  { screen, clock, signal }: AskAloneOptions,
): Promise<Result | undefined> {
  const { dialogs, terminal } = screen;
  // Before the first drawing: React hears of later changes a turn of the event loop after it.
  const answer = dialogs.ask(dialog, { signal });
  terminal.enter();
  const mounted = mountAlone({ ...screen, clock, completions: [], actions: actionsAlone(screen) });
  try {
    return await Promise.race([answer, mounted.ended.then(() => undefined)]);
  } finally {
    mounted.unmount();
    terminal.leave();
  }
}
