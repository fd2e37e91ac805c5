/** What the keys of the screen and the prompt do. */
import { APPROVAL_MODES } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { WiredRun } from '../wire/wire-run.js';
import type { UiActions } from './app/services.js';
import { shortcutTable } from './commands/help.js';
import type { UiCommandPorts } from './commands/ui-command.js';
import type { Controller } from './controller.js';
import type { InputActions } from './input-actions.js';
import { inMode, withPromptText, type PromptState } from './input/prompt-state.js';
import { edit } from './input/text-buffer.js';
import { topDialog } from './state/view-state.js';
import type { Store } from './state/store.js';

export interface ActionOptions {
  readonly wired: WiredRun;
  readonly controller: Controller;
  readonly input: InputActions;
  readonly ports: UiCommandPorts;
  readonly prompt: Store<PromptState, PromptState>;
  readonly clock: Clock;
  suspend(): void;
}

/** Within this the second press of a key counts as the second. */
const TWICE_MS = 1_500;

export function createActions({ wired, controller, input, ports, prompt, clock, suspend }: ActionOptions): UiActions {
  const { store, dialogs, leave, redraw, refresh } = ports;
  let pressed: { readonly key: string; readonly atMs: number } | undefined;

  /** True at the second press; the first one says what the second will do. */
  const twice = (key: string, hint: string): boolean => {
    const atMs = clock.now();
    if (pressed?.key === key && atMs - pressed.atMs < TWICE_MS) {
      pressed = undefined;
      store.dispatch({ type: 'hint', text: undefined });
      return true;
    }
    pressed = { key, atMs };
    store.dispatch({ type: 'hint', text: hint });
    clock.after(TWICE_MS, () => {
      if (pressed?.atMs === atMs) store.dispatch({ type: 'hint', text: undefined });
    });
    return false;
  };
  const clearText = (): void => {
    const state = prompt.state();
    prompt.dispatch({ ...withPromptText(state, ''), buffer: edit(state.buffer, 'clear') });
  };

  return {
    ...input,
    escape: () => {
      if (controller.stop()) return;
      if (prompt.state().buffer.text === '') prompt.dispatch(inMode(prompt.state(), 'message'));
      else if (twice('escape', 'Esc again clears the text')) clearText();
    },
    interrupt: () => {
      const top = topDialog(store.state());
      if (top?.rank === 'opened') dialogs.dismiss(top.id);
      else if (controller.stop()) return;
      else if (prompt.state().buffer.text !== '') clearText();
      else if (twice('ctrl+c', 'Ctrl+C again leaves')) leave();
    },
    leave: () => {
      if (twice('ctrl+d', 'Ctrl+D again leaves')) leave();
    },
    nextMode: () => {
      const now = wired.session().permissionMode;
      const next =
        APPROVAL_MODES[(APPROVAL_MODES.findIndex((mode) => mode === now) + 1) % APPROVAL_MODES.length] ?? 'default';
      try {
        wired.setMode(next);
      } catch (error) {
        store.dispatch({ type: 'hint', text: shownText(error) });
      }
      refresh();
    },
    toggleExpanded: () => {
      redraw();
      store.dispatch({ type: 'toggle-expanded' });
    },
    toggleRaw: () => {
      redraw();
      store.dispatch({ type: 'toggle-raw' });
    },
    redraw,
    suspend,
    showShortcuts: () => ports.print({ kind: 'report', text: shortcutTable().join('\n') }),
  };
}
