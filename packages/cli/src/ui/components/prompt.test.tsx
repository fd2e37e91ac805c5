import { render } from 'ink-testing-library';
import { expect, it } from 'vitest';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { ScreenSizeProvider } from '../app/hooks.js';
import { ServicesProvider, type UiActions } from '../app/services.js';
import { slashSource } from '../completion/slash.js';
import { slashArgumentSource } from '../completion/slash-arguments.js';
import { createDialogDesk } from '../dialogs/dialog-desk.js';
import { createKeyRouter } from '../input/key-router.js';
import { parseKeys } from '../input/parse-keys.js';
import { emptyPrompt, type PromptState } from '../input/prompt-state.js';
import { MARKS } from '../render/look.js';
import { plainStyle } from '../render/style.js';
import { reduce } from '../state/reduce.js';
import { createStore, FRAME_MS } from '../state/store.js';
import { initialState } from '../state/view-state.js';
import { TEST_FACTS } from '../testing/render-dialog.js';
import { Prompt } from './prompt.js';

const COMMANDS = [
  { name: 'effort', aliases: [], description: 'How hard the model thinks', usage: 'low|high' },
  { name: 'export', aliases: [], description: 'Write the conversation to a file', usage: '' },
];

/** The prompt on a screen of some width, with what its keys asked for. */
async function openPrompt(columns: number, inContext: UiActions['inContext'] = () => false) {
  const clock = createFakeClock(1_000);
  const store = createStore({ reduce, initial: initialState(TEST_FACTS), clock });
  const prompt = createStore({
    reduce: (_: PromptState, next: PromptState) => next,
    initial: emptyPrompt({ sent: ['fix the tests', '/effort low'] }),
    clock,
  });
  const keys = createKeyRouter();
  const asked: string[] = [];
  const note = (name: string) => (text?: string) => void asked.push(text === undefined ? name : `${name} ${text}`);
  const actions = { submit: note('submit'), shell: note('shell'), editOutside: note('edit'), inContext };
  const services = {
    ...{ store, prompt, keys, clock, dialogs: createDialogDesk(store), style: plainStyle, marks: MARKS },
    screenReader: false,
    highlight: () => undefined,
    completions: [slashSource(() => COMMANDS), slashArgumentSource(() => COMMANDS)],
    actions: actions as unknown as UiActions,
  };
  const screen = render(
    <ServicesProvider value={services}>
      <ScreenSizeProvider value={{ columns, rows: 24 }}>
        <Prompt maxRows={5} />
      </ScreenSizeProvider>
    </ServicesProvider>,
  );
  /** Moves time on, and lets React draw what came of it, which takes it some turns of the event loop. */
  const pass = async (): Promise<void> => {
    for (const ms of [FRAME_MS, 0, 0, FRAME_MS, 0, 0]) await clock.advance(ms);
  };
  await pass();
  return {
    asked,
    frame: () => screen.lastFrame() ?? '',
    press: async (bytes: string) => {
      for (const event of parseKeys(bytes).events) keys.press(event, clock.now());
      await pass();
    },
  };
}

it.each([40, 80, 200])('completes a command and says what it takes at %i columns', async (columns) => {
  const { frame, press, asked } = await openPrompt(columns);
  await press('/e');
  expect(frame()).toMatch(/› \/effort {2}How hard[^]*\/export/);
  await press('\t');
  expect(frame()).toMatch(/\/effort low\|high {2}How hard[^]*› low[^]*high/);
  await press('\u001b[B\t');
  expect(frame()).toContain('> /effort high');
  await press('\r');
  expect(asked).toEqual(['submit /effort high']);
  expect(
    Math.max(
      ...frame()
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(columns);
});

it('sends what is written when nothing was chosen from what might follow', async () => {
  const { press, asked } = await openPrompt(80);
  await press('/effort ');
  await press('\r');
  expect(asked).toEqual(['submit /effort']);
});

it('completes nothing that was taken from the history', async () => {
  const { frame, press } = await openPrompt(80);
  await press('\u001b[A');
  expect(frame()).toContain('> /effort low');
  expect(frame()).not.toContain('How hard');
  await press('\u001b[A');
  expect(frame()).toContain('> fix the tests');
});

it('keeps what completes the text on the screen while it is asked for anew', async () => {
  const { frame, press } = await openPrompt(80);
  await press('/e');
  await press('x');
  expect(frame()).toMatch(/› \/export/);
  await press('q');
  expect(frame()).not.toContain('/export');
});

it('takes what is found when Tab came before it', async () => {
  const { frame, press } = await openPrompt(80);
  await press('/eff\t');
  expect(frame()).toContain('> /effort ');
});

it('runs for the shell what is written for it', async () => {
  const { frame, press, asked } = await openPrompt(80);
  await press('!');
  expect(frame()).toContain('! Type a shell command');
  await press('ls\r');
  expect(asked).toEqual(['shell ls']);
});

it('leaves a key to what it means now, before it edits', async () => {
  const seen: string[] = [];
  const { press } = await openPrompt(80, (action) => {
    seen.push(action);
    return true;
  });
  await press('\u0002\u0019\u0014\u001b[A');
  expect(seen).toEqual(['background', 'retry', 'tool-descriptions', 'edit-queued']);
});
