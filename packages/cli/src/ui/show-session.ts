/** A session that begins, on a screen that shows nothing of the one before. */
import type { Session } from '@qwen-code/qwen-code-core/sessions/types.js';
import type { Opening } from './outcomes/outcome-side.js';
import type { UiScreen } from './screen.js';

export interface ShownSession {
  readonly session: Pick<Session, 'history' | 'notices'>;
  readonly opening: Opening;
  readonly screen: Pick<UiScreen, 'store' | 'print' | 'redraw'>;
  readonly tips: boolean;
}

export function showSession({ session, opening, screen, tips }: ShownSession): void {
  const { store, print, redraw } = screen;
  store.dispatch({ type: 'cleared' });
  redraw();
  print({ kind: 'banner', facts: store.state().facts, tips: tips && session.history.length === 0 });
  opening.history.forEach(print);
  for (const text of session.notices) print({ kind: 'notice', tone: 'warning', text });
  opening.reminder.forEach(print);
}
