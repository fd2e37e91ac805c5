import { loadSettings, type LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../args/parse-args.js';
import type { SetUpResult } from '../dialogs/set-up.js';
import { readyModel, type ReadyModel } from './ready-model.js';
import { saveCandidate } from './save-candidate.js';

let temp: TempHome;
let asked: string[];
beforeEach(async () => {
  temp = await createTempHome();
  asked = [];
});
afterEach(() => temp.remove());

const candidate = { protocol: 'anthropic', baseUrl: 'https://a.b', apiKey: 'sk-1', model: 'claude' } as const;

interface Start {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the person does. */
  readonly answer?: SetUpResult | undefined;
}

async function start({ args = [], env = {}, answer }: Start): Promise<ReadyModel> {
  const place = {
    env: { ...env, QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/s`, QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/d` },
    homeDir: temp.home,
    cwd: temp.project,
    platform: process.platform,
  };
  const invocation = parseCommandLine(args);
  if (invocation.kind !== 'run') throw new Error('no run');
  const reread = (): Promise<LoadedSettings> => loadSettings(place);
  const loaded = await reread();
  if (answer?.saved === true) saveCandidate(loaded.paths.files.user, answer.candidate);
  return readyModel({
    options: invocation.options,
    loaded,
    clock: createFakeClock(),
    signal: new AbortController().signal,
    reread,
    ask: (dialog) => {
      asked.push(dialog.name);
      return Promise.resolve(answer as never);
    },
  });
}

it('asks nobody where a model is set up', async () => {
  const { choice, notices } = await start({ env: { OPENAI_API_KEY: 'k' } });
  expect([choice.apiKey, notices, asked]).toEqual(['k', [], []]);
});

it('goes on with what was set up and saved', async () => {
  const { choice, notices } = await start({ answer: { candidate, saved: true } });
  expect(choice).toMatchObject({ name: 'claude', protocol: 'anthropic', baseUrl: 'https://a.b', apiKey: 'sk-1' });
  expect(notices).toEqual([
    { tone: 'info', text: `Saved in ${temp.qwenHome}/settings.json, which only you can read. /auth changes it.` },
  ]);
  expect(asked).toEqual(['set-up']);
});

it('goes on with what could not be saved, and says so', async () => {
  const { choice, notices } = await start({ answer: { candidate, saved: false } });
  expect([choice.name, choice.apiKey, notices.map(({ tone }) => tone)]).toEqual(['claude', 'sk-1', ['warning']]);
});

it('prefers the model that was chosen to that of the command line', async () => {
  const { choice } = await start({ args: ['-m', 'other'], answer: { candidate, saved: true } });
  expect(choice.name).toBe('claude');
});

it('says when something else wins over what was set up', async () => {
  const env = { ANTHROPIC_BASE_URL: 'https://else.where' };
  const { notices } = await start({ env, answer: { candidate, saved: true } });
  expect(notices.at(-1)?.text).toMatch(/win over what was set up: claude at https:\/\/else\.where answers\./);
});

describe('fails as without a terminal', () => {
  it('when the person leaves', async () => {
    await expect(start({})).rejects.toMatchObject({ code: 'auth', shown: expect.stringContaining('OPENAI_API_KEY') });
    expect(asked).toEqual(['set-up']);
  });

  it.each<[string, Start]>([
    ['without settings to keep an answer in', { args: ['--bare'] }],
    ['for an address that is none', { args: ['--openai-base-url', 'nowhere'] }],
  ])('%s, unasked', async (_name, how) => {
    await expect(start(how)).rejects.toMatchObject({ name: 'QwenError' });
    expect(asked).toEqual([]);
  });
});
