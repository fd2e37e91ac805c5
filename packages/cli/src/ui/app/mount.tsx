/** Puts the app on the terminal. The only place that starts Ink. */
import { render } from 'ink';
import { App } from './app.js';
import type { UiServices } from './services.js';

export interface Mounted {
  /** Takes it off again; what was printed stays. */
  unmount(): void;
  /** Resolves when it is off; rejects when it could not be drawn. */
  readonly ended: Promise<void>;
}

export function mount(services: UiServices): Mounted {
  const instance = render(<App services={services} />, {
    exitOnCtrlC: false,
    patchConsole: false,
    isScreenReaderEnabled: services.screenReader,
  });
  return { unmount: () => instance.unmount(), ended: instance.waitUntilExit().then(() => {}) };
}
