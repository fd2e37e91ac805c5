/**
 * Dialogs that wait for an answer. A dialog is a value: how it looks, and one result; asking for it gives a promise. Which one
 * is in front and takes the keys is the state's business (topDialog).
 */
import type { ReactNode } from 'react';
import type { Store } from '../state/store.js';
import type { UiEvent } from '../state/ui-event.js';
import type { OpenDialog, ViewState } from '../state/view-state.js';

export interface Dialog<Result> {
  readonly name: string;
  /** What stands on the screen. `done` ends the dialog; later calls do nothing. */
  render(done: (result: Result) => void): ReactNode;
}

export interface AskOptions {
  /** Default `opened`. */
  readonly rank?: OpenDialog['rank'];
  /** Takes the dialog away, unanswered. */
  readonly signal?: AbortSignal;
}

export interface DialogDesk {
  /** undefined: dismissed, or the signal came first. Never rejects. */
  ask<Result>(dialog: Dialog<Result>, options?: AskOptions): Promise<Result | undefined>;
  nodeOf(id: number): ReactNode;
  dismiss(id: number): void;
}

interface Entry {
  readonly node: ReactNode;
  dismiss(): void;
}

export function createDialogDesk(store: Store<ViewState, UiEvent>): DialogDesk {
  const entries = new Map<number, Entry>();
  let lastId = 0;
  return {
    ask: <Result>(dialog: Dialog<Result>, { rank = 'opened', signal }: AskOptions = {}) =>
      new Promise<Result | undefined>((resolve) => {
        const id = (lastId += 1);
        const end = (result: Result | undefined): void => {
          if (!entries.delete(id)) return;
          signal?.removeEventListener('abort', dismiss);
          store.dispatch({ type: 'dialog-closed', id });
          resolve(result);
        };
        const dismiss = (): void => end(undefined);
        if (signal?.aborted === true) {
          resolve(undefined);
          return;
        }
        signal?.addEventListener('abort', dismiss, { once: true });
        entries.set(id, { node: dialog.render(end), dismiss });
        store.dispatch({ type: 'dialog-opened', dialog: { id, name: dialog.name, rank } });
      }),
    nodeOf: (id) => entries.get(id)?.node,
    dismiss: (id) => entries.get(id)?.dismiss(),
  };
}
