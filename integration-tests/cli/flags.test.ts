/**
 * Every flag of the documented command line, given to the built binary: that it is taken, what it changes in the request to
 * the model or in what is printed, and the exit code. What a flag does in all its cases is tested where its feature is.
 */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callTools,
  plainText,
  say,
  type ScriptedModel,
  type SeenRequest,
} from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { baseSettings, createStage, recordsOf, runQwen, type QwenResult, type Stage } from '../support/run-qwen.js';

let stage: Stage;
let model: ScriptedModel;
const loops = (): ReturnType<typeof callTools> =>
  callTools({ name: 'list_directory', args: { path: stage.home.project } });
beforeAll(async () => {
  stage = await createStage();
  await stage.home.writeUserSettings(baseSettings());
  await stage.home.write('project/more/notes.md', 'notes');
  // Answers at once, but for a prompt that asks for work without an end.
  model = await stage.play(({ messages }) => (JSON.stringify(messages).includes('loop') ? loops() : say('Done.')));
});
afterAll(() => stage.close());

interface Run extends QwenResult {
  readonly request: SeenRequest | undefined;
  readonly requests: number;
}

async function run(args: readonly string[], input = ''): Promise<Run> {
  const before = model.requests.length;
  const result = await runQwen(stage.home, { args, model, input });
  const made = model.requests.slice(before);
  return { ...result, request: made[0], requests: made.length };
}

const system = ({ request }: Run): string =>
  plainText(request?.messages.find(({ role }) => role === 'system')?.content ?? '');
const asked = ({ request }: Run): string =>
  plainText(request?.messages.findLast(({ role }) => role === 'user')?.content);
const tools = ({ request }: Run): readonly string[] => request?.tools ?? [];
const mode = (result: Run): unknown => recordsOf(result)[0]?.['permission_mode'];
const STREAM = ['-o', 'stream-json'];

const ID = '0e2b9a52-5b6d-4a86-9d2b-2f5f3c0c5a11';
const SCHEMA = '{"type":"object","properties":{"a":{"type":"number"}}}';

/** Answered with exit 0 and nothing on stderr; `seen` is what the flag brought about. */
const TAKEN: readonly (readonly [flag: string, args: readonly string[], seen: (run: Run) => unknown, is: unknown])[] = [
  ['a positional prompt', ['go', 'on'], asked, 'go on'],
  ['-p', ['-p', 'go'], asked, 'go'],
  ['-m', ['-m', 'other', 'go'], ({ request }) => request?.body['model'], 'other'],
  ['--model', ['--model=other', 'go'], ({ request }) => request?.body['model'], 'other'],
  ['--fallback-model', ['--fallback-model', 'a,b', '--fallback-model', 'c', 'go'], (r) => r.requests, 1],
  ['--system-prompt', ['--system-prompt', 'Be a cat.', 'go'], (r) => system(r).startsWith('Be a cat.'), true],
  ['--append-system-prompt', ['--append-system-prompt', 'Meow.', 'go'], (r) => system(r).endsWith('Meow.'), true],
  ['-y', ['-y', ...STREAM, 'go'], mode, 'yolo'],
  ['--yolo', ['--yolo', 'go'], (r) => tools(r).includes('run_shell_command'), true],
  ['--approval-mode plan', ['--approval-mode', 'plan', ...STREAM, 'go'], mode, 'plan'],
  ['--approval-mode default', ['--approval-mode', 'default', ...STREAM, 'go'], mode, 'default'],
  ['--approval-mode auto-edit', ['--approval-mode', 'auto-edit', ...STREAM, 'go'], mode, 'auto-edit'],
  ['--approval-mode auto', ['--approval-mode', 'auto', ...STREAM, 'go'], mode, 'auto'],
  ['no approval mode', [...STREAM, 'go'], mode, 'auto'],
  ['no allowed tools', ['go'], (r) => tools(r).includes('run_shell_command'), false],
  ['--allowed-tools', ['--allowed-tools', 'Bash(ls)', 'go'], (r) => tools(r).includes('run_shell_command'), true],
  ['--exclude-tools', ['-y', '--exclude-tools', 'Edit,glob', 'go'], (r) => tools(r).includes('glob'), false],
  ['--core-tools', ['--core-tools', 'glob', 'go'], (r) => tools(r).includes('read_file'), false],
  ['--allowed-mcp-server-names', ['--allowed-mcp-server-names', 'none', 'go'], (r) => r.stdout, 'Done.\n'],
  ['--mcp-config', ['--mcp-config', '{"mcpServers":{}}', 'go'], (r) => r.stdout, 'Done.\n'],
  ['-o text', ['-o', 'text', 'go'], (r) => r.stdout, 'Done.\n'],
  ['-o json', ['-o', 'json', 'go'], (r) => (JSON.parse(r.stdout) as unknown[]).length, 3],
  [
    '-o stream-json',
    [...STREAM, 'go'],
    (r) =>
      recordsOf(r)
        .map(({ type }) => type)
        .join(),
    'system,stream_event,assistant,result',
  ],
  ['--input-format text', ['--input-format', 'text', 'go'], asked, 'go'],
  [
    '--input-format stream-json',
    ['--input-format', 'stream-json', ...STREAM, 'go'],
    (r) => recordsOf(r).at(-1)?.['result'],
    'Done.',
  ],
  [
    '--include-partial-messages',
    ['--include-partial-messages', ...STREAM, 'go'],
    (r) => r.stdout.includes('content_block_delta'),
    true,
  ],
  ['--session-id', ['--session-id', ID, ...STREAM, 'go'], (r) => recordsOf(r)[0]?.['session_id'], ID],
  ['-r', ['-r', ID, ...STREAM, 'more'], (r) => recordsOf(r)[0]?.['session_id'], ID],
  ['-c', ['-c', ...STREAM, 'more'], (r) => recordsOf(r)[0]?.['session_id'], ID],
  ['--fork-session', ['-c', '--fork-session', ...STREAM, 'more'], (r) => recordsOf(r)[0]?.['session_id'] === ID, false],
  ['--chat-recording false', ['--chat-recording', 'false', 'go'], (r) => r.stdout, 'Done.\n'],
  ['--no-chat-recording', ['--no-chat-recording', 'go'], (r) => r.stdout, 'Done.\n'],
  ['--max-session-turns', ['--max-session-turns', '1', 'go'], (r) => r.stdout, 'Done.\n'],
  ['--max-wall-time', ['--max-wall-time', '1.5h', 'go'], (r) => r.stdout, 'Done.\n'],
  ['--max-tool-calls', ['--max-tool-calls', '0', 'go'], (r) => r.stdout, 'Done.\n'],
  ['--max-subagent-depth', ['--max-subagent-depth', '2', 'go'], (r) => r.stdout, 'Done.\n'],
  ['--include-directories', ['--include-directories', 'more', 'go'], (r) => system(r).includes('/more'), true],
  ['--add-dir', ['--add-dir', 'more', 'go'], (r) => system(r).includes('/more'), true],
  [
    '--openai-api-key',
    ['--openai-api-key', 'key-2', 'go'],
    ({ request }) => request?.headers.authorization,
    'Bearer key-2',
  ],
  ['--auth-type', ['--auth-type', 'openai', 'go'], (r) => r.stdout, 'Done.\n'],
  [
    '--openai-logging',
    ['--openai-logging', '--openai-logging-dir', 'log', 'go'],
    () => readdirSync(`${stage.home.project}/log`).length,
    1,
  ],
  ['--bare', ['--bare', '-y', 'go'], (r) => tools(r).length, 6],
  ['-e none', ['-e', 'none', 'go'], (r) => r.stdout, 'Done.\n'],
  ['--channel', ['--channel=SDK', 'go'], (r) => r.stdout, 'Done.\n'],
  [
    '--disabled-slash-commands',
    ['--disabled-slash-commands', 'compress', ...STREAM, 'go'],
    (r) => (recordsOf(r)[0]?.['slash_commands'] as string[]).includes('compress'),
    false,
  ],
  ['--experimental-lsp', ['--experimental-lsp', 'go'], (r) => r.stdout, 'Done.\n'],
  ['--telemetry', ['--telemetry=false', '--telemetry-target', 'local', 'go'], (r) => r.stdout, 'Done.\n'],
  ['--screen-reader', ['--screen-reader', 'go'], (r) => r.stdout, 'Done.\n'],
];

describe('is taken', () => {
  it.each(TAKEN)('%s', async (_flag, args, seen, is) => {
    const result = await run(args);
    expect([result.exitCode, result.stderr, seen(result)]).toEqual([0, '', is]);
  });

  it.each([
    ['stdin before the prompt', ['-p', 'go'], 'data', 'data\n\ngo'],
    ['stdin alone', [], 'data', 'data\n\n'],
  ])('%s', async (_what, args, input, expected) => {
    expect(asked(await run(args, input))).toBe(expected);
  });

  it('--safe-mode, with a line that says so', async () => {
    const { exitCode, stdout, stderr } = await run(['--safe-mode', 'go']);
    expect([exitCode, stdout, stderr.trim().split('\n').length]).toEqual([0, 'Done.\n', 1]);
  });

  it('--insecure, with a line that says so', async () => {
    const { exitCode, stdout, stderr } = await run(['--insecure', 'go']);
    expect([exitCode, stdout]).toEqual([0, 'Done.\n']);
    expect(stderr).toMatch(/^--insecure: [^\n]*\n$/);
  });

  it('-l', async () => {
    expect(await run(['-l'])).toMatchObject({ exitCode: 0, stdout: 'No extensions are installed.\n', requests: 0 });
  });
});

describe('ends a run that does not end itself', () => {
  it.each([
    ['--max-session-turns', '2', 53],
    ['--max-tool-calls', '2', 55],
    ['--max-wall-time', '1', 55],
  ])('%s %s: exit %i, and the reason on stderr', async (flag, value, code) => {
    const { exitCode, stdout, stderr } = await run(['loop', flag, value]);
    expect([exitCode, stdout]).toEqual([code, '']);
    expect(stderr).toMatch(new RegExp(`^Stopped: [^\\n]*${flag}[^\\n]*\\n$`));
  });

  it.each([
    ['--max-session-turns', '2', 53],
    ['--max-tool-calls', '2', 55],
  ])('%s %s with -o json: one error object on stderr', async (flag, value, code) => {
    const { exitCode, stdout, stderr } = await run(['loop', flag, value, '-o', 'json']);
    expect([exitCode, stdout]).toEqual([code, '']);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code, message: expect.stringContaining(flag) as string } });
  });
});

/** Refused before any request, with the reason in the first line and nothing on stdout. */
describe('is refused', () => {
  it.each<[args: readonly string[], code: number, says: RegExp]>([
    [['--nonsense', 'go'], 1, /--nonsense/],
    [['--approval-mode', 'sudo', 'go'], 1, /--approval-mode/],
    [['-p', 'a', 'b'], 1, /-p/],
    [['-p', 'a', '-i', 'b'], 1, /-i/],
    [['-y', '--approval-mode', 'plan', 'go'], 1, /--yolo/],
    [['-c', '-r', ID, 'go'], 1, /--resume/],
    [['-c', '--session-id', ID, 'go'], 1, /--session-id/],
    [['--session-id', ID, 'go'], 1, new RegExp(ID)],
    [['--session-id', 'x', 'go'], 1, /UUID/],
    [['--fork-session', 'go'], 1, /--fork-session/],
    [['-r', '11111111-1111-4111-8111-111111111111', 'go'], 1, /11111111/],
    [['go', '-r'], 1, /Say which session/],
    [['-r'], 1, /Say which session/],
    [['--include-partial-messages', 'go'], 1, /stream-json/],
    [['--input-format', 'stream-json', 'go'], 1, /stream-json/],
    [['--max-wall-time', 'soon', 'go'], 1, /--max-wall-time/],
    [['--max-subagent-depth', '0', 'go'], 1, /--max-subagent-depth/],
    [['--fallback-model', 'a,b,c,d', 'go'], 1, /three/],
    [['--auth-type', 'magic', 'go'], 1, /--auth-type/],
    [['-i', 'go'], 1, /terminal/],
    [['/mcp'], 1, /\/mcp is not supported in this mode/],
    [['--mcp-config', '{', 'go'], 52, /mcp-config/],
    [['--json-schema', '{', 'go'], 52, /json-schema/],
    [['--json-schema', '@nowhere.json', 'go'], 52, /json-schema/],
    [['-s', 'go'], 1, /^-s is not supported/],
    [['--sandbox', 'go'], 1, /^--sandbox is not supported/],
    [['--acp'], 1, /acp/],
    [['--worktree', 'go'], 1, /worktree/],
    [['-e', 'some', 'go'], 1, /extensions/],
    [['--json-fd', '3', 'go'], 1, /json-fd/],
  ])('%j', async (args, code, says) => {
    const { exitCode, stdout, stderr, requests } = await run(args);
    expect({ exitCode, stdout, requests }).toEqual({ exitCode: code, stdout: '', requests: 0 });
    expect(stderr.split('\n')[0]).toMatch(says);
  });
});

it('--json-schema prints the value alone', async () => {
  const answering = await stage.play([callTools({ name: 'structured_output', args: { a: 1 } })]);
  const result = await runQwen(stage.home, { args: ['--json-schema', SCHEMA, 'go'], model: answering });
  expect(result).toMatchObject({ exitCode: 0, stdout: '{"a":1}\n', stderr: '' });
});

describe('a model request that fails', () => {
  it.each([
    ['text', 1],
    ['json', 1],
    ['stream-json', 1],
  ])('with -o %s: exit %i', async (format, code) => {
    const failing = await stage.play(() => ({ kind: 'status', status: 401 }));
    const { exitCode, stdout } = await runQwen(stage.home, { args: ['go', '-o', format], model: failing });
    expect(exitCode).toBe(code);
    expect(stdout.includes('"is_error":true')).toBe(format !== 'text');
  });

  it('is one sentence where there is no key at all', async () => {
    const { exitCode, stdout, stderr } = await runQwen(stage.home, { args: ['go'] });
    expect([exitCode, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(stderr).toContain('OPENAI_API_KEY');
  });
});
