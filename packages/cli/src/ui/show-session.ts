/** A session that begins, on a screen that shows nothing of the one before. */
import type { Session } from '@qwen-code/qwen-code-core/sessions/types.js';
import type { UiScreen } from './screen.js';
import { historyItems } from './state/history-items.js';

export interface ShownSession {
  readonly session: Pick<Session, 'history' | 'notices'>;
  readonly screen: Pick<UiScreen, 'store' | 'print' | 'redraw'>;
  readonly tips: boolean;
}

export function showSession({ session, screen, tips }: ShownSession): void {
  const { store, print, redraw } = screen;
  store.dispatch({ type: 'cleared' });
  redraw();
  print({ kind: 'banner', facts: store.state().facts, tips: tips && session.history.length === 0 });
  historyItems(session.history).forEach(print);
  for (const text of session.notices) print({ kind: 'notice', tone: 'warning', text });
}
