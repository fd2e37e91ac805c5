import { describe, expect, it } from 'vitest';
import { parseKeys } from '../input/parse-keys.js';
import { modelRows } from './model-rows.js';
import { normalUrl } from './normal-url.js';
import { PROVIDERS, type Provider } from './providers.js';
import { beginSetUp, setUpKey, setUpNews, type SetUpEffect, type SetUpNews, type SetUpState } from './setup-state.js';

const [UP, DOWN, ENTER, ESC] = ['\u001b[A', '\u001b[B', '\r', '\u001b[27u'];
const FOUND: Provider = {
  label: 'Ollama here',
  protocol: 'openai',
  baseUrl: 'http://127.0.0.1:11434/v1',
  asksUrl: false,
  aboutUrl: '',
  aboutKey: '',
  found: ['a', 'b'],
};
const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;

/** Keys and news in turn, from the start. */
function play(steps: readonly (string | SetUpNews)[], from = beginSetUp(PROVIDERS)): [SetUpState, SetUpEffect[]] {
  const effects: SetUpEffect[] = [];
  let state = from;
  for (const step of steps) {
    const inputs = typeof step === 'string' ? parseKeys(step).events : [step];
    for (const input of inputs) {
      const change = input.kind === 'key' || input.kind === 'paste' ? setUpKey(state, input) : setUpNews(state, input);
      state = change.state;
      if (change.effect !== undefined) effects.push(change.effect);
    }
  }
  return [state, effects];
}

const LISTED: SetUpNews = { kind: 'listed', ids: ['gpt-a', 'gpt-b'] };
const OPENAI = { protocol: 'openai', baseUrl: 'https://api.openai.com/v1', apiKey: 'sk-1' } as const;
const failed = (wrong: 'url' | 'key' | 'model'): SetUpNews => ({ kind: 'failed', wrong, shown: 'No.' });

it('asks for a key and a model, tries them, saves them', () => {
  const candidate = { ...OPENAI, model: 'gpt-b' };
  const [, effects] = play(['2', 'sk-1', ENTER, LISTED, DOWN, ENTER, { kind: 'answered' }, { kind: 'saved' }]);
  expect(effects).toEqual([
    { kind: 'list', endpoint: OPENAI },
    { kind: 'test', candidate, listed: true },
    { kind: 'save', candidate },
    { kind: 'finish', candidate, saved: true },
  ]);
});

it('asks a server on this machine for no key, and for its address with what most have', () => {
  const [, effects] = play(['6', ENTER]);
  expect(effects).toEqual([
    { kind: 'list', endpoint: { protocol: 'openai', baseUrl: 'http://localhost:11434/v1', apiKey: '' } },
  ]);
});

it('knows the models of a server that was found', () => {
  const [, effects] = play(['1', 'b', ENTER], beginSetUp([FOUND, ...PROVIDERS]));
  const candidate = { protocol: 'openai', baseUrl: FOUND.baseUrl, apiKey: '', model: 'b' };
  expect(effects).toEqual([{ kind: 'test', candidate, listed: true }]);
});

it('takes a key that was pasted, without what came along', () => {
  const [state] = play(['2', paste(' "sk-\n1"\n')]);
  expect(state.key.text).toBe('sk-1');
});

it('has no newline in a key', () => {
  expect(play(['2', 'sk\n-1'])[0].key.text).toBe('sk-1');
});

describe('goes back', () => {
  it.each<[string, (string | SetUpNews)[], SetUpState['step'], SetUpEffect | undefined]>([
    ['from the first step: leaves', [], 'provider', { kind: 'leave' }],
    ['from the address', ['7'], 'provider', undefined],
    ['from the key', ['2'], 'provider', undefined],
    ['from the key after an address', ['1', ENTER], 'url', undefined],
    ['from the model', ['2', 'k', ENTER, LISTED], 'key', undefined],
    ['from the model of a server without a key', ['6', ENTER, LISTED], 'url', undefined],
    ['from asking for the models', ['2', 'k', ENTER], 'key', { kind: 'stop' }],
    ['from the try', ['2', 'k', ENTER, LISTED, ENTER], 'model', { kind: 'stop' }],
    [
      'when the settings can not be written',
      ['2', 'k', ENTER, LISTED, ENTER, { kind: 'unsaved', shown: 'No.' }],
      'model',
      undefined,
    ],
  ])('%s', (_name, steps, step, effect) => {
    const [state, effects] = play([ESC], play(steps)[0]);
    expect([state.step, effects]).toEqual([step, effect === undefined ? [] : [effect]]);
  });
});

describe('what is wrong is asked again', () => {
  it.each<[string, (string | SetUpNews)[], SetUpState['step'], string]>([
    ['a wrong key, which is cleared', ['2', 'k', ENTER, failed('key')], 'key', ''],
    ['a wrong address', ['7', 'a.b/v1', ENTER, 'k', ENTER, failed('url')], 'url', 'k'],
    ['no network, for a known address', ['2', 'k', ENTER, failed('url')], 'key', 'k'],
    ['a fault while the models are listed', ['2', 'k', ENTER, failed('model')], 'key', 'k'],
    ['a model that is not there', ['2', 'k', ENTER, LISTED, ENTER, failed('model')], 'model', 'k'],
    ['a key that is wrong after all', ['6', ENTER, LISTED, ENTER, failed('key')], 'key', ''],
  ])('%s', (_name, steps, step, key) => {
    const [state] = play(steps);
    expect([state.step, state.key.text, state.fault]).toEqual([step, key, 'No.']);
    expect(play(['x'], state)[0].fault).toBeUndefined();
  });

  it.each<[string, string[], SetUpState['step']]>([
    ['no address', ['7', ENTER], 'url'],
    ['no key', ['2', ENTER], 'key'],
    ['a key that can be none', ['2', 'schlüssel', ENTER], 'key'],
  ])('%s', (_name, steps, step) => {
    const [state, effects] = play(steps);
    expect([state.step, effects, state.fault]).toEqual([step, [], expect.stringMatching(/\.$/)]);
  });

  it('no model', () => {
    const [state] = play(['2', 'k', ENTER, { kind: 'listed', ids: undefined }, ENTER]);
    expect([state.step, state.fault]).toEqual(['model', 'Name the model, as the provider writes it.']);
  });
});

it('offers a way on when the settings can not be written', () => {
  const candidate = { ...OPENAI, model: 'gpt-a' };
  const toUnsaved = ['2', 'sk-1', ENTER, LISTED, ENTER, { kind: 'unsaved', shown: 'Broken.' }] as const;
  expect(play([...toUnsaved, '1'])[1].at(-1)).toEqual({ kind: 'save', candidate });
  expect(play([...toUnsaved, UP, ENTER])[1].at(-1)).toEqual({ kind: 'finish', candidate, saved: false });
});

it.each([
  ['', ['qwen-a', 'qwen-b', 'other'], ['qwen-a', 'qwen-b', 'other']],
  ['QWEN', ['qwen-a', 'qwen-b', 'other'], ['qwen-a', 'qwen-b', 'QWEN']],
  ['qwen', ['qwen-a', 'qwen'], ['qwen', 'qwen-a']],
  ['mine', undefined, ['mine']],
  ['', undefined, []],
])('offers for %j of %j', (text, ids, rows) => {
  const { model } = beginSetUp([], text);
  expect(modelRows({ model, ids })).toEqual(rows);
});

it.each([
  ['https://a.b/v1/', 'https://a.b/v1'],
  ['a.b/v1', 'https://a.b/v1'],
  ['localhost:1234/v1', 'http://localhost:1234/v1'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://a.b/v1/chat/completions', 'https://a.b/v1'],
  ['ftp://a.b', undefined],
  ['not an address', undefined],
  ['', undefined],
])('reads the address %j as %j', (text, url) => {
  expect(normalUrl(text)).toBe(url);
});
