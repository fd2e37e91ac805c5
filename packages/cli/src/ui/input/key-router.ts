/**
 * Who gets a key: the dialog in front, then the frame around it, the prompt, the screen. The first that says it took the key is the last to
 * see it. Knows when the last key came, so that a dialog can tell what was meant for it.
 */
import type { InputEvent } from './parse-keys.js';

const LAYERS = ['dialog', 'dialog-host', 'prompt', 'screen'] as const;
export type KeyLayer = (typeof LAYERS)[number];

/** True: taken. */
export type KeyHandler = (event: InputEvent) => boolean;

export interface KeyRouter {
  /** `atMs`: when it was read from the terminal. */
  press(event: InputEvent, atMs: number): void;
  /** The newest handler of a layer is asked first. Returns what takes it away again. */
  on(layer: KeyLayer, handler: KeyHandler): () => void;
  /** When the last key was read; 0 before the first. */
  lastMs(): number;
}

export function createKeyRouter(): KeyRouter {
  const handlers: { readonly layer: KeyLayer; readonly handler: KeyHandler }[] = [];
  let lastMs = 0;
  return {
    press: (event, atMs) => {
      lastMs = atMs;
      for (const layer of LAYERS) {
        const mine = handlers.filter((each) => each.layer === layer).reverse();
        if (mine.some(({ handler }) => handler(event))) return;
      }
    },
    on: (layer, handler) => {
      const entry = { layer, handler };
      handlers.push(entry);
      return () => {
        const at = handlers.indexOf(entry);
        if (at !== -1) handlers.splice(at, 1);
      };
    },
    lastMs: () => lastMs,
  };
}
