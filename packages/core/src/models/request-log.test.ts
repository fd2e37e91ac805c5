import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.js';
import { createModelEndpoint, dataStream, status, type EndpointAnswer } from '../testing/model-endpoint.js';
import { createTempHome } from '../testing/temp-home.js';
import { noDebugLog } from '../shared/debug-log.js';
import { createModel } from './create-model.js';
import { resolveModel } from './registry.js';
import { createRequestLog } from './request-log.js';

const KEY = 'sk-very-secret';
const HELLO = dataStream([
  { choices: [{ index: 0, delta: { content: 'Hel' } }] },
  { choices: [{ index: 0, delta: { content: 'lo' }, finish_reason: 'stop' }] },
]);

/** Asks once with a log in `dir`, and reads until `enough` events have come. */
async function ask(
  dir: string,
  answer: EndpointAnswer,
  enough = Infinity,
): Promise<{ endpoint: string; count: number }> {
  const endpoint = await createModelEndpoint(answer);
  onTestFinished(() => endpoint.close());
  const clock = createFakeClock(1_700_000_000_000);
  const choice = resolveModel({
    flags: { model: 'm' },
    env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${endpoint.url.replace('//', '//user:pass@')}/v1?q=1` },
    settings: { model: { generationConfig: { maxRetries: 0, customHeaders: { 'X-Token': 'another-secret' } } } },
  });
  const model = createModel(choice, { clock, log: createRequestLog({ dir, clock, debug: noDebugLog }) });
  const request = {
    messages: [{ role: 'user', text: 'hi' } as const],
    tools: [],
    signal: new AbortController().signal,
  };
  let count = 0;
  try {
    for await (const { type } of model.stream(request)) {
      if (type !== 'retry') count += 1;
      if (count >= enough) break;
    }
  } catch {
    // The file tells.
  }
  return { endpoint: `${endpoint.url}/v1`, count };
}

async function logsIn(dir: string): Promise<{ name: string; mode: number; entry: Record<string, unknown> }[]> {
  return Promise.all(
    (await readdir(dir)).map(async (name) => ({
      name,
      mode: (await stat(join(dir, name))).mode & 0o777,
      entry: JSON.parse(await readFile(join(dir, name), 'utf8')) as Record<string, unknown>,
    })),
  );
}

it('keeps request and answer for this user alone, without key and headers', async () => {
  const home = await createTempHome();
  onTestFinished(() => home.remove());
  const dir = join(home.project, 'logs', 'openai');
  const { endpoint } = await ask(dir, HELLO);
  const logs = await logsIn(dir);
  expect(logs).toHaveLength(1);
  const { name, mode, entry } = logs[0]!;
  expect(name).toMatch(/^openai-2023-11-14T22-13-20-000Z-[0-9a-f]{8}\.json$/);
  expect([mode, (await stat(dir)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(entry).toEqual({
    timestamp: '2023-11-14T22:13:20.000Z',
    model: 'm',
    protocol: 'openai',
    endpoint,
    request: {
      stream_options: { include_usage: true },
      max_tokens: 32_000,
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
    },
    response: {
      text: 'Hello',
      reasoning: '',
      toolCalls: [],
      finishReason: 'stop',
      usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, totalTokens: 0 },
    },
  });
});

it('keeps what failed, without the secrets that the API repeats', async () => {
  const home = await createTempHome();
  onTestFinished(() => home.remove());
  await ask(home.project, status(401, { error: { message: `wrong: ${KEY}, another-secret` } }));
  const [log] = await logsIn(home.project);
  expect(log?.entry['failure']).toBe('[API Error: 401 wrong: [redacted], [redacted]]');
});

it('keeps what had come when its reader turned away', async () => {
  const home = await createTempHome();
  onTestFinished(() => home.remove());
  await ask(home.project, HELLO, 1);
  const [log] = await logsIn(home.project);
  expect(log?.entry['response']).toMatchObject({ text: 'Hel' });
});

it('costs the run nothing when the file cannot be written', async () => {
  const home = await createTempHome();
  onTestFinished(() => home.remove());
  expect((await ask(join(home.project, 'no\0where'), HELLO)).count).toBe(3);
});
