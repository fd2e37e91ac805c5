/**
 * Shows the dialog in front and gives it the keys that are meant for it. Until it has settled (see settle) keys go on to the
 * prompt, but for Enter, which is dropped: it would send what is half written. A paste never answers.
 */
import { Box } from 'ink';
import { createContext, useContext, useLayoutEffect, useState, type ReactElement } from 'react';
import { useKeys, useView } from '../app/hooks.js';
import { useServices } from '../app/services.js';
import { actionOf, SCREEN_KEYS } from '../input/key-bindings.js';
import type { InputEvent } from '../input/parse-keys.js';
import { topDialog } from '../state/view-state.js';
import { settleIn } from './settle.js';

/** Whether the dialog one stands in takes keys now. */
const ReadyContext = createContext(false);

export function DialogHost(): ReactElement | null {
  const { dialogs } = useServices();
  const view = useView();
  const top = topDialog(view);
  const ready = useSettled(top?.id);
  useKeys('dialog-host', (event) => {
    if (top === undefined) return false;
    if (event.kind === 'paste') return ready;
    if (actionOf(SCREEN_KEYS, event.id) !== undefined) return false;
    return ready || event.id === 'enter';
  });
  if (view.dialogs.length === 0) return null;
  // The others stand by: what was chosen in them so far is not lost.
  return (
    <>
      {view.dialogs.map(({ id }) => (
        <Box key={id} marginTop={1} display={id === top?.id ? 'flex' : 'none'}>
          <ReadyContext.Provider value={ready && id === top?.id}>{dialogs.nodeOf(id)}</ReadyContext.Provider>
        </Box>
      ))}
    </>
  );
}

/** True once the dialog of this id has stood long enough in a moment without keys; false again for the next one. */
function useSettled(id: number | undefined): boolean {
  const { clock, keys } = useServices();
  const [settled, setSettled] = useState<number>();
  useLayoutEffect(() => {
    if (id === undefined) return undefined;
    const paintedAtMs = clock.now();
    let cancel = (): void => {};
    const look = (): void => {
      const inMs = settleIn({ paintedAtMs, lastKeyMs: keys.lastMs(), nowMs: clock.now() });
      if (inMs === 0) setSettled(id);
      else cancel = clock.after(inMs, look);
    };
    look();
    return () => cancel();
  }, [clock, keys, id]);
  return id !== undefined && settled === id;
}

/** Whether keys reach this dialog: it says so on the screen. */
export const useDialogReady = (): boolean => useContext(ReadyContext);

/** As useDialogKeys, pastes among them: for a dialog that is written in. */
export function useDialogInput(handler: (event: InputEvent) => void): void {
  const ready = useDialogReady();
  useKeys('dialog', (event) => {
    if (!ready || (event.kind === 'key' && actionOf(SCREEN_KEYS, event.id) !== undefined)) return false;
    handler(event);
    return true;
  });
}

/**
 * Keys of the dialog, once it is ready. All of them are its own but those of the screen. A paste goes to `onPaste`, for a
 * field that is written in: it must not answer.
 */
export function useDialogKeys(handler: (id: string, text: string) => void, onPaste?: (text: string) => void): void {
  const ready = useDialogReady();
  useKeys('dialog', (event) => {
    if (!ready) return false;
    if (event.kind === 'paste') {
      onPaste?.(event.text);
      return true;
    }
    if (actionOf(SCREEN_KEYS, event.id) !== undefined) return false;
    handler(event.id, event.text);
    return true;
  });
}
