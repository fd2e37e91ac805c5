/** The whole screen: what is finished, what still moves, the dialog in front, the prompt and the footer. */
import { Box } from 'ink';
import type { ReactElement } from 'react';
import { Footer } from '../components/footer.js';
import { MostLinesProvider } from '../components/lines-view.js';
import { LiveView } from '../components/live-view.js';
import { Printed } from '../components/printed.js';
import { Prompt } from '../components/prompt.js';
import { DialogHost } from '../dialogs/dialog-host.js';
import { actionOf, SCREEN_KEYS, type ScreenAction } from '../input/key-bindings.js';
import { ScreenSizeProvider, useKeys, useScreenSize, useTerminalSize, useView } from './hooks.js';
import { shareRows } from './rows.js';
import { ServicesProvider, useServices, type UiActions, type UiServices } from './services.js';

export function App({ services }: { readonly services: UiServices }): ReactElement {
  return (
    <ServicesProvider value={services}>
      <ScreenSizeProvider value={useTerminalSize()}>
        <Screen />
      </ScreenSizeProvider>
    </ServicesProvider>
  );
}

function Screen(): ReactElement {
  const { actions } = useServices();
  const { closing, dialogs, activity, shell, queue } = useView();
  const { rows } = useScreenSize();
  useKeys('screen', (event) => {
    const action = event.kind === 'key' ? actionOf(SCREEN_KEYS, event.id) : undefined;
    if (action !== undefined) ON_SCREEN_KEY[action](actions);
    return action !== undefined;
  });
  const share = shareRows(rows, dialogs.length > 0);
  const isQuiet = activity.kind === 'idle' && shell === undefined && queue.length === 0;
  return (
    <>
      <Printed />
      {closing ? null : (
        <Box flexDirection="column">
          <LiveView maxLines={share.live} />
          <MostLinesProvider value={share.dialog + (isQuiet ? share.live : 0)}>
            <DialogHost />
          </MostLinesProvider>
          <Box marginTop={1} flexDirection="column">
            <Prompt maxRows={share.prompt} />
            <Footer />
          </Box>
        </Box>
      )}
    </>
  );
}

const ON_SCREEN_KEY: Readonly<Record<ScreenAction, (actions: UiActions) => void>> = {
  interrupt: (actions) => actions.interrupt(),
  redraw: (actions) => actions.redraw(),
  expand: (actions) => actions.toggleExpanded(),
  raw: (actions) => actions.toggleRaw(),
  'next-mode': (actions) => actions.nextMode(),
  suspend: (actions) => actions.suspend(),
};
