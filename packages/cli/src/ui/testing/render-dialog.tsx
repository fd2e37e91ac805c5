/** A dialog on a screen of any width, under a clock that a test moves. For tests alone. */
import { render } from 'ink-testing-library';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { ScreenSizeProvider } from '../app/hooks.js';
import { ServicesProvider, type UiActions } from '../app/services.js';
import { MostLinesProvider } from '../components/lines-view.js';
import { createDialogDesk, type AskOptions, type Dialog } from '../dialogs/dialog-desk.js';
import { DialogHost } from '../dialogs/dialog-host.js';
import { SETTLE_MS } from '../dialogs/settle.js';
import { createKeyRouter } from '../input/key-router.js';
import { parseKeys } from '../input/parse-keys.js';
import { emptyPrompt, type PromptState } from '../input/prompt-state.js';
import { MARKS } from '../render/look.js';
import { plainStyle } from '../render/style.js';
import { reduce } from '../state/reduce.js';
import { createStore, FRAME_MS } from '../state/store.js';
import { initialState, type Facts } from '../state/view-state.js';

export interface RenderedDialog<Result> {
  /** What stands on the screen. */
  frame(): string;
  /** Keys as a terminal sends them, all at once. */
  press(bytes: string): Promise<void>;
  /** Moves time on. */
  wait(ms: number): Promise<void>;
  /** Until the dialog takes keys. */
  settle(): Promise<void>;
  /** undefined while there is none. */
  result(): { readonly value: Result | undefined } | undefined;
  unmount(): void;
}

export const TEST_FACTS: Facts = {
  version: '0.0.0',
  cwd: '/home/u/proj',
  branch: undefined,
  model: 'scripted',
  mode: 'default',
  servers: [],
  openOutcomes: 0,
  contextWindow: undefined,
};

export interface RenderOptions extends AskOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** The dialog's share of the rows; default all of them. */
  readonly mostLines?: number;
}

export async function renderDialog<Result>(
  dialog: Dialog<Result>,
  { columns = 80, rows = 24, mostLines = Infinity, ...ask }: RenderOptions = {},
): Promise<RenderedDialog<Result>> {
  const clock = createFakeClock(1_000);
  const store = createStore({ reduce, initial: initialState(TEST_FACTS), clock });
  const prompt = createStore({ reduce: (_: PromptState, next: PromptState) => next, initial: emptyPrompt(), clock });
  const keys = createKeyRouter();
  const dialogs = createDialogDesk(store);
  const services = {
    ...{ store, prompt, keys, dialogs, clock, style: plainStyle, marks: MARKS, screenReader: false, completions: [] },
    highlight: () => undefined,
    actions: {} as UiActions,
  };
  let result: { readonly value: Result | undefined } | undefined;
  // Before the first drawing: React hears of later changes a turn of the event loop after it.
  void dialogs.ask(dialog, ask).then((value) => {
    result = { value };
  });
  const screen = render(
    <ServicesProvider value={services}>
      <ScreenSizeProvider value={{ columns, rows }}>
        <MostLinesProvider value={mostLines}>
          <DialogHost />
        </MostLinesProvider>
      </ScreenSizeProvider>
    </ServicesProvider>,
  );
  /** Moves time on, and lets React draw what came of it, which takes it some turns of the event loop. */
  const pass = async (ms: number): Promise<void> => {
    for (const each of [ms, 0, 0, 0]) await clock.advance(each);
  };
  await pass(FRAME_MS);
  return {
    frame: () => screen.lastFrame() ?? '',
    press: async (bytes) => {
      for (const event of parseKeys(bytes).events) keys.press(event, clock.now());
      await pass(FRAME_MS);
    },
    wait: pass,
    settle: () => pass(SETTLE_MS + FRAME_MS),
    result: () => result,
    unmount: () => screen.unmount(),
  };
}
