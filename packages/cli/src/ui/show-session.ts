/** A session that begins, on a screen that shows nothing of the one before. */
import type { Session } from '@qwen-code/qwen-code-core/sessions/types.js';
import type { Opening } from './outcomes/outcome-side.js';
import type { UiScreen } from './screen.js';
import type { ItemContent } from './state/view-state.js';

export interface ShownSession {
  readonly session: Pick<Session, 'history' | 'notices'>;
  readonly opening: Opening;
  readonly screen: Pick<UiScreen, 'store' | 'print' | 'redraw'>;
  readonly banner: Banner;
}

/** What stands at the top; `fresh`: nothing was said yet. */
export type Banner = (fresh: boolean) => readonly ItemContent[];

export function showSession({ session, opening, screen, banner }: ShownSession): void {
  const { store, print, redraw } = screen;
  store.dispatch({ type: 'cleared' });
  redraw();
  banner(session.history.length === 0).forEach(print);
  opening.history.forEach(print);
  for (const text of session.notices) print({ kind: 'notice', tone: 'warning', text });
  opening.reminder.forEach(print);
}
