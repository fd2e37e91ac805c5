/** What tells of the session where it is not looked at: the title of the window, and the bell. */
import { basename } from 'node:path';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { UiScreen } from './screen.js';
import type { ViewState } from './state/view-state.js';

type Signs = Pick<ViewState, 'activity' | 'dialogs'>;

const asks = ({ dialogs }: Signs): boolean => dialogs.some(({ rank }) => rank === 'question');

/** A sign in front, where a narrow tab still shows it: `?` asks, `*` works. */
export function windowTitle(state: Pick<ViewState, 'activity' | 'dialogs' | 'facts'>, withStatus: boolean): string {
  const { cwd } = state.facts;
  const title = `${printableText(basename(cwd) || cwd)} - qwen`;
  if (!withStatus) return title;
  return asks(state) ? `? ${title}` : state.activity.kind === 'busy' ? `* ${title}` : title;
}

/** Whether it is the person's turn now, and was not before. */
export const waitsNow = (before: Signs, after: Signs): boolean =>
  (asks(after) && !asks(before)) || (before.activity.kind === 'busy' && after.activity.kind === 'idle');

export interface AwayFacts {
  /** undefined: the terminal does not tell. */
  readonly focused: boolean | undefined;
  readonly lastKeyMs: number;
  readonly nowMs: number;
}

/** Where the terminal does not tell, somebody who typed a moment ago is there. */
const THERE_MS = 10_000;

export const isAway = ({ focused, lastKeyMs, nowMs }: AwayFacts): boolean =>
  focused === undefined ? nowMs - lastKeyMs > THERE_MS : !focused;

export function showWindowSigns({ store, terminal, keys }: UiScreen, { settings }: LoadedSettings, clock: Clock): void {
  const { hideWindowTitle, showStatusInTitle } = settings.ui ?? {};
  let before = store.state();
  const look = (): void => {
    const after = store.state();
    if (hideWindowTitle !== true) terminal.title(windowTitle(after, showStatusInTitle !== false));
    const away = isAway({ focused: terminal.focused(), lastKeyMs: keys.lastMs(), nowMs: clock.now() });
    if (settings.general.terminalBell !== false && waitsNow(before, after) && away) terminal.ring();
    before = after;
  };
  store.subscribe(look);
  look();
}
