/** Puts the app on the terminal. The only place that starts Ink. */
import { render } from 'ink';
import type { ReactElement } from 'react';
import { Alone } from './alone.js';
import { App } from './app.js';
import type { UiServices } from './services.js';

export interface Mounted {
  /** Takes it off again; what was printed stays. */
  unmount(): void;
  /** Resolves when it is off; rejects when it could not be drawn. */
  readonly ended: Promise<void>;
}

export const mount = (services: UiServices): Mounted => start(<App services={services} />, services);

/** A dialog alone; nothing of it stays. */
export function mountAlone(services: UiServices): Mounted {
  const { unmount, ended, rerender } = start(<Alone services={services} />, services);
  return {
    unmount: () => {
      rerender(<></>);
      unmount();
    },
    ended,
  };
}

function start(
  node: ReactElement,
  { screenReader, stdout }: UiServices,
): Mounted & { readonly rerender: (node: ReactElement) => void } {
  const instance = render(node, {
    ...(stdout && { stdout }),
    // The stores tell of themselves at a screen's rate already; to wait for a second one would double what a key takes.
    maxFps: 60,
    exitOnCtrlC: false,
    patchConsole: false,
    isScreenReaderEnabled: screenReader,
  });
  return {
    rerender: instance.rerender,
    unmount: () => instance.unmount(),
    ended: instance.waitUntilExit().then(() => {}),
  };
}
