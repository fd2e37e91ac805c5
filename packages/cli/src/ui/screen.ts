/** The parts of the screen that live as long as the session: state, prompt, keys, dialogs, terminal, looks. Draws nothing yet. */
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { UiServices } from './app/services.js';
import { createDialogDesk } from './dialogs/dialog-desk.js';
import { createKeyRouter } from './input/key-router.js';
import { emptyPrompt, type PromptState } from './input/prompt-state.js';
import { createOutputGate } from './output-gate.js';
import { loadHighlight, type Highlight } from './render/highlight.js';
import { inAscii, needsAscii } from './render/ascii.js';
import { MARKS, WORD_MARKS, type Look } from './render/look.js';
import { colorDepth } from './render/style.js';
import { createThemeDesk, type ThemeDesk } from './render/theme-desk.js';
import { reduce } from './state/reduce.js';
import { createStore } from './state/store.js';
import { initialState, type Facts, type ItemContent } from './state/view-state.js';
import { createTerminal, type Terminal } from './terminal.js';

export interface ScreenOptions {
  readonly loaded: LoadedSettings;
  readonly facts: Facts;
  readonly screenReader: boolean;
  /** There is no terminal any more. */
  onGone(): void;
}

/** What of the screen every component may use. */
type ForComponents = 'store' | 'prompt' | 'keys' | 'dialogs' | 'style' | 'marks' | 'screenReader' | 'highlight';

export interface UiScreen extends Pick<UiServices, ForComponents> {
  readonly terminal: Terminal;
  readonly themes: ThemeDesk;
  readonly looks: Pick<Look, 'numbers' | 'shellLines'>;
  /** Code printed before this is through is plain. The grammars would hold up the first paint. */
  loadHighlight(): Promise<void>;
  print(item: ItemContent): void;
  redraw(): void;
  suspend(): void;
  /** What is drawn goes here. */
  readonly stdout: NodeJS.WriteStream;
  /** Gives the terminal to another program for as long as this takes, and draws everything anew after it. */
  lend<Value>(use: () => Promise<Value>): Promise<Value>;
}

/** A width that still changes is not worth a new print of everything. */
const RESIZED_MS = 200;

/** By then a process that can be stopped is. */
const STOPPED_MS = 100;

export function createScreen({ loaded, facts, screenReader, onGone }: ScreenOptions): UiScreen {
  const store = createStore({ reduce, initial: initialState(facts), clock });
  const prompt = createStore({
    reduce: (_: PromptState, next: PromptState) => next,
    initial: emptyPrompt(),
    clock,
  });
  const keys = createKeyRouter();
  const themes = createThemeDesk(loaded.settings.ui ?? {}, colorDepth(process.env));
  const terminal = createTerminal({
    stdin: process.stdin,
    clock,
    onInput: (event, atMs) => keys.press(event, atMs),
    onGone,
  });
  const redraw = (): void => {
    terminal.clear();
    store.dispatch({ type: 'reprint' });
  };
  redrawOnResize(redraw);
  const gate = createOutputGate(process.stdout, needsAscii(process.env) ? inAscii : (text) => text);
  let lent = false;
  // fg after Ctrl+Z, or after a stop from elsewhere: the shell had the terminal meanwhile.
  let cancelResume = (): void => {};
  const resume = (): void => {
    cancelResume();
    if (lent) return;
    terminal.leave();
    terminal.enter();
    redraw();
  };
  process.on('SIGCONT', resume);
  let highlight: Highlight | undefined;
  return {
    store,
    prompt,
    keys,
    dialogs: createDialogDesk(store),
    terminal,
    style: themes.style,
    themes,
    marks: screenReader ? WORD_MARKS : MARKS,
    screenReader,
    highlight: () => highlight,
    looks: { numbers: loaded.settings.ui?.showLineNumbers, shellLines: loaded.settings.ui?.shellOutputMaxLines },
    loadHighlight: async () => {
      highlight = await loadHighlight();
    },
    print: (item) => store.dispatch({ type: 'item', item }),
    redraw,
    stdout: gate.stdout,
    lend: async (use) => {
      lent = true;
      gate.shut();
      terminal.leave();
      try {
        return await use();
      } finally {
        lent = false;
        gate.open();
        terminal.enter();
        redraw();
      }
    },
    suspend: () => {
      terminal.leave();
      // The whole job, as the terminal itself would do it.
      process.kill(0, 'SIGTSTP');
      // Where no shell could bring it back, the system does not stop it: then it goes on at once.
      cancelResume = clock.after(STOPPED_MS, resume);
    },
  };
}

/** Lines that were printed for another width are broken by the terminal as it likes: they are printed anew. */
function redrawOnResize(redraw: () => void): void {
  let width = process.stdout.columns;
  let cancel = (): void => {};
  process.stdout.on('resize', () => {
    cancel();
    cancel = clock.after(RESIZED_MS, () => {
      if (process.stdout.columns === width) return;
      width = process.stdout.columns;
      redraw();
    });
  });
}
