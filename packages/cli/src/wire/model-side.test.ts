import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ModelSettings } from '@qwen-code/qwen-code-core/models/registry.js';
import type { Model } from '@qwen-code/qwen-code-core/models/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { noDebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import {
  anthropicAnswer,
  anthropicStream,
  createModelEndpoint,
  dataStream,
  type ModelEndpoint,
} from '@qwen-code/qwen-code-core/testing/model-endpoint.js';
import { parseCommandLine } from '../args/parse-args.js';
import { chooseModel, startModelSide, type ModelSide } from './model-side.js';

let openAi: ModelEndpoint;
let claude: ModelEndpoint;
beforeEach(async () => {
  openAi = await createModelEndpoint(dataStream([{ choices: [{ delta: { content: 'hi' }, finish_reason: 'stop' }] }]));
  claude = await createModelEndpoint(anthropicStream(anthropicAnswer({ text: 'hi' })));
});
afterEach(() => Promise.all([openAi.close(), claude.close()]));

function side(more: ModelSettings & { fastModel?: string } = {}, ...args: string[]): ModelSide {
  const invocation = parseCommandLine(['-p', 'go', ...args]);
  if (invocation.kind !== 'run') throw new Error('no run');
  const settings = {
    model: { name: 'a' },
    modelProviders: {
      openai: [
        { id: 'a', name: 'A', baseUrl: openAi.url },
        { id: 'keyless', baseUrl: 'https://model.invalid', envKey: 'NOT_SET' },
      ],
      anthropic: [{ id: 'claude-opus-4-6', baseUrl: claude.url }],
    },
    ...more,
  };
  const loaded = { settings, env: {} } as unknown as LoadedSettings;
  const flags = invocation.options;
  const choice = chooseModel(flags, loaded);
  return startModelSide({ flags, loaded, choice, cwd: '/p', clock: systemClock, debug: noDebugLog });
}

async function ask(model: Model): Promise<void> {
  const signal = new AbortController().signal;
  for await (const _ of model.stream({ messages: [{ role: 'user', text: 'hi' }], tools: [], signal })) void _;
}

it('changes to a model of another protocol, and keeps the effort', async () => {
  const models = side();
  models.setEffort('high');
  await ask(models.model());
  models.setModel('claude-opus-4-6');
  await ask(models.model());
  models.setEffort('none');
  await ask(models.model());
  expect(openAi.requests.map(({ body }) => body['reasoning_effort'])).toEqual(['high']);
  expect(claude.requests.map(({ body }) => body['output_config'])).toEqual([{ effort: 'high' }, undefined]);
  expect(models.choice()).toMatchObject({ name: 'claude-opus-4-6', protocol: 'anthropic' });
});

it('changes nothing when the other model cannot be used', async () => {
  const models = side();
  expect(() => models.setModel('keyless')).toThrow('set NOT_SET');
  expect(models.model().name).toBe('a');
});

it.each([
  ['claude-opus-4-6', 'claude-opus-4-6'],
  ['', 'a'],
  ['keyless', 'a'],
])('asks %j for small work: %s', (fastModel, name) => {
  expect(side({ fastModel }).modelFor('fastModel').name).toBe(name);
});

it('lists what can be switched to', () => {
  expect(side().models()).toEqual([
    { id: 'a', name: 'A', protocol: 'openai' },
    { id: 'keyless', protocol: 'openai' },
    { id: 'claude-opus-4-6', protocol: 'anthropic' },
  ]);
});

it('says that certificates are not checked', () => {
  expect(side({}, '--insecure').warnings).toEqual([
    '--insecure: the certificate of the model endpoint is not checked.',
  ]);
  expect(side().warnings).toEqual([]);
});

it('takes over other settings, a model of them, and what they name for small work', async () => {
  const models = side();
  const settings = {
    model: { name: 'claude-opus-4-6' },
    fastModel: 'b',
    modelProviders: {
      openai: [{ id: 'b', baseUrl: openAi.url }],
      anthropic: [{ id: 'claude-opus-4-6', baseUrl: claude.url }],
    },
  };
  const loaded = { settings, env: { ANTHROPIC_API_KEY: 'k' } } as unknown as LoadedSettings;
  const invocation = parseCommandLine(['-p', 'go']);
  if (invocation.kind !== 'run') throw new Error('no run');
  models.adopt(loaded, chooseModel(invocation.options, loaded));
  await ask(models.model());
  await ask(models.modelFor('fastModel'));
  expect(claude.requests).toHaveLength(1);
  expect(openAi.requests.map(({ body }) => body['model'])).toEqual(['b']);
  expect(models.models().map(({ id }) => id)).toEqual(['b', 'claude-opus-4-6']);
});
