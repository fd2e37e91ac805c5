import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROVIDERS } from '../setup/providers.js';
import type { SetUpNews } from '../setup/setup-state.js';
import { renderDialog, type RenderedDialog } from '../testing/render-dialog.js';
import { setUpDialog, type SetUpPorts, type SetUpResult } from './set-up.js';

const [UP, DOWN, ENTER, ESC] = ['\u001b[A', '\u001b[B', '\r', '\u001b[27u'];
const KEY = 'sk-very-secret-key';

let dialog: RenderedDialog<SetUpResult | undefined>;
let asked: unknown[];
beforeEach(() => {
  asked = [];
});
afterEach(() => dialog.unmount());

const MANY = Array.from({ length: 30 }, (_, at) => `vendor/model-${at}`);

async function open(ports: Partial<SetUpPorts> = {}, columns = 80, rows = 24, mostLines = Infinity): Promise<void> {
  const props = {
    title: 'Welcome to Qwen Code',
    intro: ['Before the first message: which model should answer?'],
    providers: PROVIDERS,
    model: undefined,
    ports: {
      list: (endpoint: unknown): Promise<SetUpNews> => {
        asked.push(endpoint);
        return Promise.resolve({ kind: 'listed', ids: MANY });
      },
      test: (candidate: unknown): Promise<SetUpNews> => {
        asked.push(candidate);
        return Promise.resolve({ kind: 'answered' });
      },
      save: (candidate: unknown): SetUpNews => {
        asked.push(candidate);
        return { kind: 'saved' };
      },
      ...ports,
    },
  };
  dialog = await renderDialog(setUpDialog(props), { columns, rows, mostLines });
  await dialog.settle();
}

const flat = (): string => dialog.frame().replace(/[│\n]/g, ' ').replace(/ +/g, ' ');
const never = (): Promise<SetUpNews> => new Promise(() => {});

describe.each([
  [40, 24],
  [80, 24],
  [200, 50],
])('at %i columns and %i rows', (columns, rows) => {
  it.each<[string, string[], Partial<SetUpPorts>, string[]]>([
    [
      'the providers',
      [],
      {},
      [
        'Before the first message',
        '1. Alibaba Cloud Model Studio',
        'Another OpenAI-compatible endpoint',
        'Esc to leave',
      ],
    ],
    ['the address', ['1'], {}, ['Base URL of the API', 'https://dashscope.aliyuncs.com', 'dashscope-intl']],
    ['the key', ['4', KEY], {}, ['Anthropic · https://api.anthropic.com', 'API key', '18 characters']],
    ['that it asks', ['4', KEY, ENTER], { list: never }, ['Asking for the models', 'Esc to stop']],
    ['the models', ['3', KEY, ENTER], {}, ['Which of its 30 models?', 'vendor/model-0', '1 of 30']],
    ['the models that are searched', ['3', KEY, ENTER, '29'], {}, ['vendor/model-29', '29 (not in the list)']],
    ['that it tries', ['3', KEY, ENTER, ENTER], { test: never }, ['Asking vendor/model-0 for a word']],
    [
      'what is wrong',
      ['3', KEY, ENTER],
      { list: () => Promise.resolve({ kind: 'failed', wrong: 'key', shown: 'The key is refused.' }) },
      ['The key is refused.', 'API key'],
    ],
    [
      'that nothing was saved',
      ['3', KEY, ENTER, ENTER],
      { save: () => ({ kind: 'unsaved', shown: 'The file is broken.' }) },
      ['The file is broken.', '1. Try to save', '2. Go on without saving'],
    ],
  ])('shows %s', async (_name, presses, ports, words) => {
    await open(ports, columns, rows);
    for (const keys of presses) await dialog.press(keys);
    for (const word of words) expect(flat()).toContain(word);
    expect(dialog.frame()).not.toContain('very-secret');
    expect(
      Math.max(
        ...dialog
          .frame()
          .split('\n')
          .map((line) => stringWidth(line)),
      ),
    ).toBeLessThanOrEqual(columns);
  });
});

it.each<[string, string[]]>([
  ['the providers', []],
  ['a provider further down', [UP]],
  ['the address', ['7', 'api.test/v1']],
  ['the key', ['4', KEY]],
  ['the models', ['3', KEY, ENTER, DOWN.repeat(5)]],
])('has room for %s in ten rows of forty columns', async (_name, presses) => {
  await open({}, 40, 10);
  for (const keys of presses) await dialog.press(keys);
  expect(dialog.frame().split('\n').length).toBeLessThan(11);
});

it('shows the chosen provider within the share of rows that a conversation leaves it', async () => {
  await open({}, 40, 20, 12);
  expect(dialog.frame()).toMatch(/› 1\. /);
  await dialog.press(UP);
  expect(dialog.frame()).toContain('› ');
  expect(dialog.frame().trim().split('\n').length).toBeLessThanOrEqual(12);
});

it('offers no search where no models were listed', async () => {
  await open({ list: () => Promise.resolve({ kind: 'listed', ids: undefined }) });
  for (const keys of ['2', KEY, ENTER]) await dialog.press(keys);
  expect(flat()).toContain('Which model? As the provider writes it.');
  expect(flat()).toContain('Enter to go on, Esc to go back');
  expect(flat()).not.toContain('search');
});

it('ends with what was chosen, tried and saved', async () => {
  await open();
  for (const keys of ['2', `\u001b[200~${KEY}\n\u001b[201~`, ENTER, DOWN + ENTER]) await dialog.press(keys);
  const endpoint = { protocol: 'openai', baseUrl: 'https://api.openai.com/v1', apiKey: KEY };
  const candidate = { ...endpoint, model: 'vendor/model-1' };
  expect(asked).toEqual([endpoint, candidate, candidate]);
  expect(dialog.result()).toEqual({ value: { candidate, saved: true } });
});

it('goes on for the session alone when nothing can be saved', async () => {
  await open({ save: () => ({ kind: 'unsaved', shown: 'No.' }) });
  for (const keys of ['2', KEY, ENTER, ENTER, UP, ENTER]) await dialog.press(keys);
  expect(dialog.result()).toMatchObject({ value: { saved: false } });
});

it('is left with Esc', async () => {
  await open();
  await dialog.press(ESC);
  expect(dialog.result()).toEqual({ value: undefined });
});

it('hears nothing more of what it stopped', async () => {
  let tell: (news: SetUpNews) => void = () => {};
  let stopped: AbortSignal | undefined;
  await open({
    list: (_endpoint, signal) =>
      new Promise((resolve) => {
        stopped = signal;
        tell = resolve;
      }),
  });
  for (const keys of ['2', KEY, ENTER, ESC]) await dialog.press(keys);
  expect(stopped?.aborted).toBe(true);
  tell({ kind: 'listed', ids: ['late'] });
  await dialog.settle();
  expect(dialog.frame()).toContain('API key');
});
