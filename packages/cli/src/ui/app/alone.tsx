/** A dialog that has the screen for itself, before there is a conversation. Ctrl+C takes it away; nothing else is there. */
import { Text } from 'ink';
import { useEffect, useState, type ReactElement } from 'react';
import { DialogHost } from '../dialogs/dialog-host.js';
import { actionOf, SCREEN_KEYS } from '../input/key-bindings.js';
import type { UiScreen } from '../screen.js';
import { topDialog } from '../state/view-state.js';
import { ScreenSizeProvider, useKeys, useTerminalSize, useView } from './hooks.js';
import { ServicesProvider, useServices, type UiActions, type UiServices } from './services.js';

export function Alone({ services }: { readonly services: UiServices }): ReactElement {
  return (
    <ServicesProvider value={services}>
      <ScreenSizeProvider value={useTerminalSize()}>
        <Keys services={services} />
        <Anew />
        <DialogHost />
      </ScreenSizeProvider>
    </ServicesProvider>
  );
}

/** Long enough for one drawing. */
const DRAWN_MS = 100;

/** After a clear of the screen nothing would be drawn, because nothing has changed: an empty line comes and goes. */
function Anew(): ReactElement | null {
  const { clock } = useServices();
  const { epoch } = useView();
  const [drawn, setDrawn] = useState(epoch);
  useEffect(() => clock.after(DRAWN_MS, () => setDrawn(epoch)), [clock, epoch]);
  return drawn === epoch ? null : <Text> </Text>;
}

function Keys({ services: { actions } }: { readonly services: UiServices }): null {
  useKeys('screen', (event) => {
    const action = event.kind === 'key' ? actionOf(SCREEN_KEYS, event.id) : undefined;
    if (action === 'interrupt' || action === 'redraw' || action === 'suspend') actions[action]();
    return action !== undefined;
  });
  return null;
}

/** Without a conversation there is nobody to send anything to: all other actions do nothing. */
export function actionsAlone({ dialogs, store, redraw, suspend }: UiScreen): UiActions {
  const own: Pick<UiActions, 'interrupt' | 'redraw' | 'suspend'> = {
    interrupt: () => {
      const top = topDialog(store.state());
      if (top !== undefined) dialogs.dismiss(top.id);
    },
    redraw,
    suspend,
  };
  return new Proxy(own as UiActions, { get: (mine, name): unknown => Reflect.get(mine, name) ?? (() => undefined) });
}
