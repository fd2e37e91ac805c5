/** The built binary against local endpoints of each protocol, end to end with a tool call. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import {
  anthropicAnswer,
  anthropicStream,
  createModelEndpoint,
  dataStream,
  geminiChunk,
  status,
  type EndpointAnswer,
  type ModelEndpoint,
} from '@qwen-code/qwen-code-core/testing/model-endpoint.js';
import { say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, recordsOf, runQwen, type QwenResult, type Stage } from '../support/run-qwen.js';

let stage: Stage;
const endpoints: ModelEndpoint[] = [];

beforeEach(async () => {
  stage = await createStage();
  await stage.home.write('project/note.txt', 'the word is swordfish\n');
});
afterEach(async () => {
  await Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close()));
  await stage.close();
});

async function serve(...answers: readonly EndpointAnswer[]): Promise<ModelEndpoint> {
  const endpoint = await createModelEndpoint(...answers);
  endpoints.push(endpoint);
  return endpoint;
}

const notePath = (): string => join(stage.home.project, 'note.txt');
const PROMPT = ['-p', 'what is the word?', '-o', 'stream-json'];
const run = (env: Record<string, string>, ...args: string[]): Promise<QwenResult> =>
  runQwen(stage.home, { args: [...PROMPT, ...args], env });

/** What the run told: the kinds of blocks in order, and the result. */
function told(result: QwenResult): { blocks: string[]; results: unknown[]; last: Record<string, unknown> | undefined } {
  const records = recordsOf(result);
  const contents = records.flatMap(({ type, message }) =>
    type === 'assistant' || type === 'user'
      ? ((message as { content: unknown }).content as Record<string, unknown>[])
      : [],
  );
  return {
    blocks: contents.map(({ type }) => String(type)),
    results: contents.flatMap(({ type, content }) => (type === 'tool_result' ? [content] : [])),
    last: records.at(-1),
  };
}

describe('anthropic', () => {
  it('reads a file and answers, thinking goes back signed', async () => {
    const endpoint = await serve(
      anthropicStream(
        anthropicAnswer({ thinking: 'Read it.', calls: [{ name: 'read_file', args: { file_path: notePath() } }] }),
      ),
      anthropicStream(anthropicAnswer({ text: 'It is swordfish.' })),
    );
    const env = { ANTHROPIC_API_KEY: 'a-key', ANTHROPIC_BASE_URL: endpoint.url, ANTHROPIC_MODEL: 'claude-test' };
    const result = await run(env);
    expect([result.exitCode, result.stderr]).toEqual([0, '']);
    const { blocks, results, last } = told(result);
    expect(blocks).toEqual(['thinking', 'tool_use', 'tool_result', 'text']);
    expect(results[0]).toContain('swordfish');
    expect(last).toMatchObject({
      subtype: 'success',
      is_error: false,
      result: 'It is swordfish.',
      usage: { input_tokens: 200, output_tokens: 40, cache_read_input_tokens: 120, total_tokens: 240 },
    });
    const [, second] = endpoint.requests;
    const messages = second!.body['messages'] as { role: string; content: Record<string, unknown>[] }[];
    expect(messages.slice(-2)).toMatchObject([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Read it.', signature: 'sig' },
          { type: 'tool_use', id: 'toolu_0', name: 'read_file', input: { file_path: notePath() } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_0', cache_control: { type: 'ephemeral' } }],
      },
    ]);
    expect(second!.headers['x-api-key']).toBe('a-key');
    expect(String(second!.headers['user-agent'])).toMatch(/^QwenCode\//);
  });
});

describe('gemini', () => {
  it.each([
    ['gemini', '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse', 'GOOGLE_GEMINI_BASE_URL'],
    [
      'vertex-ai',
      '/v1beta1/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
      'GOOGLE_VERTEX_BASE_URL',
    ],
  ])('reads a file and answers through %s', async (authType, path, baseUrlName) => {
    const endpoint = await serve(
      dataStream([
        geminiChunk([{ text: 'Read it.', thought: true }]),
        geminiChunk(
          [{ functionCall: { name: 'read_file', args: { file_path: notePath() } }, thoughtSignature: 'sig' }],
          'STOP',
        ),
      ]),
      dataStream([geminiChunk([{ text: 'It is swordfish.' }], 'STOP')]),
    );
    const env = { GEMINI_API_KEY: 'g-key', GOOGLE_API_KEY: 'g-key', [baseUrlName]: endpoint.url };
    const result = await run(env, '--auth-type', authType, '-m', 'gemini-2.5-pro');
    expect([result.exitCode, result.stderr]).toEqual([0, '']);
    const { blocks, results, last } = told(result);
    expect(blocks).toEqual(['thinking', 'tool_use', 'tool_result', 'text']);
    expect(results[0]).toContain('swordfish');
    expect(last).toMatchObject({
      result: 'It is swordfish.',
      usage: { input_tokens: 200, cache_read_input_tokens: 120 },
    });
    const [first, second] = endpoint.requests;
    expect([first!.url, first!.headers['x-goog-api-key']]).toEqual([path, 'g-key']);
    const contents = second!.body['contents'] as { role: string; parts: Record<string, unknown>[] }[];
    expect(contents.at(-2)).toMatchObject({
      role: 'model',
      parts: [{ functionCall: { name: 'read_file' }, thoughtSignature: 'sig' }],
    });
    expect(contents.at(-1)).toMatchObject({ role: 'user', parts: [{ functionResponse: { name: 'read_file' } }] });
  });
});

describe('fallback models', () => {
  const providers = (first: string, second: string): Record<string, unknown> => ({
    model: { name: 'first', generationConfig: { maxRetries: 0 } },
    modelProviders: { openai: [{ id: 'first', baseUrl: first }], anthropic: [{ id: 'second', baseUrl: second }] },
  });

  it('asks the next model when the first has no room, says so, and makes each call once', async () => {
    const busy = await serve(status(429, { error: { message: 'no room' } }));
    const other = await serve(
      anthropicStream(
        anthropicAnswer({ calls: [{ name: 'run_shell_command', args: { command: 'echo once >> count.txt' } }] }),
      ),
      anthropicStream(anthropicAnswer({ text: 'Done.' })),
    );
    await stage.home.writeUserSettings(providers(busy.url, other.url));
    const result = await runQwen(stage.home, { args: ['-p', 'go', '--yolo', '--fallback-model', 'second'] });
    const line = '[API Error: 429 no room] Trying the fallback model second.\n';
    expect(result).toMatchObject({ exitCode: 0, stdout: 'Done.\n', stderr: line + line });
    expect(readFileSync(join(stage.home.project, 'count.txt'), 'utf8')).toBe('once\n');
    expect([busy.requests.length, other.requests.length]).toEqual([2, 2]);
  });

  it('leaves it at the error when there is none', async () => {
    const busy = await serve(status(429, { error: { message: 'no room' } }));
    await stage.home.writeUserSettings(providers(busy.url, busy.url));
    const result = await runQwen(stage.home, { args: ['-p', 'go'] });
    expect(result).toMatchObject({ exitCode: 1, stdout: '', stderr: '[API Error: 429 no room]\n' });
  });

  it('takes three at most', async () => {
    const result = await runQwen(stage.home, {
      args: ['-p', 'go', '--fallback-model', 'a,b,c,d'],
      env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' },
    });
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toContain('Give at most three fallback models (--fallback-model or modelFallbacks), not 4.');
  });
});

/** Names of the bundle's chunks that a run loaded, without their hashes. */
async function chunksOf(env: Record<string, string>): Promise<string[]> {
  const dir = await mkdtemp(join(stage.home.root, 'coverage-'));
  const result = await runQwen(stage.home, { args: ['-p', 'hi'], env: { ...env, NODE_V8_COVERAGE: dir } });
  expect(result).toMatchObject({ exitCode: 0, stdout: 'Hello.\n' });
  const urls = readdirSync(dir).flatMap((file) =>
    (JSON.parse(readFileSync(join(dir, file), 'utf8')) as { result: { url: string }[] }).result.map(({ url }) => url),
  );
  return urls.flatMap((url) => /chunks\/(.+?)(?:-[A-Z0-9]+)?\.[0-9a-f]+\.js$/.exec(url)?.[1] ?? []);
}

it('loads the packages of the protocol that is spoken, and of no other', async () => {
  const dialects = (chunks: readonly string[]): string[] =>
    chunks.filter((name) => /dialect|^openai$|^request-log$/.test(name)).sort();
  const model = await stage.play([say('Hello.')]);
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'm' };
  expect(dialects(await chunksOf(env))).toEqual(['openai']);
  const claude = await serve(anthropicStream(anthropicAnswer({ text: 'Hello.' })));
  const other = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: claude.url, ANTHROPIC_MODEL: 'claude-x' };
  expect(dialects(await chunksOf(other))).toEqual(['anthropic-dialect']);
});

it('keeps the requests when asked to, for this user alone and without the key', async () => {
  const model = await stage.play([say('Hello.')]);
  const result = await runQwen(stage.home, { args: ['-p', 'hi', '--openai-logging'], model });
  expect(result).toMatchObject({ exitCode: 0, stdout: 'Hello.\n' });
  const dir = join(stage.home.project, 'logs', 'openai');
  const [file, ...more] = readdirSync(dir);
  expect(more).toEqual([]);
  expect(statSync(join(dir, file!)).mode & 0o777).toBe(0o600);
  const text = readFileSync(join(dir, file!), 'utf8');
  expect(text).not.toContain('test-key');
  expect(JSON.parse(text)).toMatchObject({ model: 'scripted', response: { text: 'Hello.', finishReason: 'stop' } });
});

it('says that certificates are not checked, and what is wrong with a proxy', async () => {
  const model = await stage.play([say('Hello.')]);
  const insecure = await runQwen(stage.home, { args: ['-p', 'hi', '--insecure'], model });
  expect(insecure).toMatchObject({
    exitCode: 0,
    stderr: '--insecure: the certificate of the model endpoint is not checked.\n',
  });
  const proxied = await runQwen(stage.home, {
    args: ['-p', 'hi', '--proxy', 'socks5://x'],
    env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://model.invalid/v1' },
  });
  expect(proxied).toMatchObject({ exitCode: 52, stdout: '' });
  expect(proxied.stderr).toContain('The proxy for model requests is not a valid http(s) URL');
});

it('says in one sentence that Qwen accounts are gone', async () => {
  const result = await runQwen(stage.home, { args: ['-p', 'hi', '--auth-type', 'qwen-oauth'] });
  expect(result).toMatchObject({ exitCode: 1, stdout: '' });
  expect(result.stderr).toMatch(
    /^Signing in with a Qwen account \(qwen-oauth\) was discontinued: use an API key;.*\n$/,
  );
});
