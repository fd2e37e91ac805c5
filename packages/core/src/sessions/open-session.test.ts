import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../agent/events.js';
import type { ToolCallRequest } from '../models/types.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { PLAIN_USAGE } from '../testing/plain-model.js';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { openSession, type OpenSessionOptions } from './open-session.js';
import { INTERRUPTED_CALL, INTERRUPTED_MCP_CALL } from './texts.js';
import type { OpenCall, Session } from './types.js';

const ID = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

let folder: TempFolder;
let warned: string[];
let asked: { session: string; calls: readonly OpenCall[] }[];
let opened: Session[];
beforeEach(async () => {
  folder = await createTempFolder();
  [warned, asked, opened] = [[], [], []];
});
afterEach(() => {
  for (const session of opened) session.close();
  return folder.remove();
});

async function open(choice: OpenSessionOptions['choice'], more: Partial<OpenSessionOptions> = {}): Promise<Session> {
  const session = await openSession({
    choice,
    recording: true,
    runtimeDir: folder.path,
    cwd: '/p',
    version: '0.21.5',
    clock: createFakeClock(0),
    settleOpenCalls: (id, calls) => {
      asked.push({ session: id, calls });
      return Promise.resolve(new Map([['a', 'mo_1']]));
    },
    warn: (shown) => warned.push(shown),
    ...more,
  });
  opened.push(session);
  return session;
}

const chats = (cwd = '-p'): string => folder.at('projects', cwd, 'chats');
const file = (id = ID): string => join(chats(), `${id}.jsonl`);
const recordsOf = (id = ID): Record<string, unknown>[] =>
  readFileSync(file(id), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const call = (id: string, name = 'mcp__shop__order'): ToolCallRequest => ({ id, name, argumentsJson: '{"item":1}' });
const answer = (text: string, ...toolCalls: ToolCallRequest[]): AgentEvent => ({
  type: 'assistant',
  message: { role: 'assistant', text, reasoning: '', toolCalls },
  usage: PLAIN_USAGE,
  durationMs: 1,
});
const ended = (one: ToolCallRequest, text: string): AgentEvent => ({
  type: 'tool-end',
  call: one,
  args: {},
  result: { status: 'ok', text },
  denied: false,
  durationMs: 1,
});

/** A session that was told one thing and answered. */
async function recorded(id = ID, ...events: readonly AgentEvent[]): Promise<void> {
  const session = await open({ kind: 'new', id });
  session.user('hello');
  for (const event of events) session.event(event, 'm');
  session.close();
}

const refusal = (shown: string) => expect.objectContaining({ code: 'usage', shown });

describe('a new session', () => {
  it('has an id of its own and leaves nothing behind when nothing is said', async () => {
    const session = await open({ kind: 'new' });
    expect(session).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), history: [], notices: [] });
    session.close();
    expect(readdirSync(chats())).toEqual([]);
  });

  it('is recorded as it happens, for the owner alone', async () => {
    const session = await open({ kind: 'new', id: ID });
    session.user('hello');
    expect(recordsOf().map(({ type }) => type)).toEqual(['user']);
    session.event(answer('', call('a')), 'm');
    expect(recordsOf().map(({ type }) => type)).toEqual(['user', 'assistant']);
    session.event(ended(call('a'), 'done'), 'm');
    expect(recordsOf().map(({ type }) => type)).toEqual(['user', 'assistant', 'tool_result']);
    expect([statSync(file()).mode & 0o777, statSync(chats()).mode & 0o777]).toEqual([0o600, 0o700]);
    const uuids = recordsOf().map(({ uuid }) => uuid);
    expect(recordsOf().map(({ parentUuid }) => parentUuid)).toEqual([null, uuids[0], uuids[1]]);
  });

  it('may not have the id of one that exists', async () => {
    await recorded();
    await expect(open({ kind: 'new', id: ID })).rejects.toEqual(
      refusal(`Session ${ID} exists already; use --resume ${ID} to go on with it.`),
    );
    await expect(open({ kind: 'new', id: ID }, { recording: false })).rejects.toMatchObject({ code: 'usage' });
    expect(readdirSync(chats())).toEqual([`${ID}.jsonl`]);
  });

  it('goes on unrecorded where nothing can be written, and says so once', async () => {
    writeFileSync(folder.at('projects'), '');
    const session = await open({ kind: 'new' });
    session.user('hello');
    session.event(answer('hi'), 'm');
    session.close();
    expect(warned).toEqual([
      "From here on this session is not recorded and can't be taken up again: its file can't be written (ENOTDIR).",
    ]);
  });

  it('stops recording when its file goes wrong, and says so once', async () => {
    const session = await open({ kind: 'new', id: ID });
    mkdirSync(file());
    session.user('hello');
    session.event(answer('hi'), 'm');
    expect(warned).toEqual([
      "From here on this session is not recorded and can't be taken up again: its file can't be written (EEXIST).",
    ]);
  });

  it('is not recorded when recording is off', async () => {
    const session = await open({ kind: 'new', id: ID }, { recording: false });
    session.user('hello');
    session.event(answer('hi'), 'm');
    session.close();
    expect(existsSync(folder.at('projects'))).toBe(false);
  });
});

describe('--continue', () => {
  it('is a new session when there is none', async () => {
    const session = await open({ kind: 'continue' });
    expect(session.history).toEqual([]);
    session.user('hello');
    expect(recordsOf(session.id)).toHaveLength(1);
  });

  it('takes up the newest of this directory and appends to it', async () => {
    await recorded(ID, answer('one'));
    await recorded(OTHER, answer('two'));
    utimesSync(file(OTHER), 1, 1);
    const session = await open({ kind: 'continue' });
    expect(session).toMatchObject({
      id: ID,
      notices: [],
      history: [
        { role: 'user', text: 'hello' },
        { role: 'assistant', text: 'one' },
      ],
    });
    session.user('again');
    const [, before, added] = recordsOf();
    expect(added).toMatchObject({
      parentUuid: before?.['uuid'],
      sessionId: ID,
      message: { parts: [{ text: 'again' }] },
    });
    expect(asked).toEqual([]);
  });
});

describe('--resume', () => {
  it.each([ID, 'my work', `../${ID}`, ''])('refuses %j, which is not there', async (id) => {
    await expect(open({ kind: 'resume', id })).rejects.toEqual(
      refusal(`There is no session "${id}" of this directory.`),
    );
    expect(existsSync(folder.at('projects'))).toBe(false);
  });

  it('says which directory the session belongs to', async () => {
    await recorded();
    await expect(open({ kind: 'resume', id: ID }, { cwd: '/q' })).rejects.toEqual(
      refusal(`Session ${ID} belongs to /p; run qwen there.`),
    );
  });

  it.each<OpenSessionOptions['choice']>([{ kind: 'continue' }, { kind: 'resume', id: ID }])(
    'has nothing to go on with when recording is off: $kind',
    async (choice) => {
      await recorded();
      await expect(open(choice, { recording: false })).rejects.toEqual(
        refusal(
          'There is no session to go on with: chat recording is off (--chat-recording or general.chatRecording).',
        ),
      );
    },
  );

  it('goes on unrecorded from a session that can’t be written', async () => {
    await recorded(ID, answer('one'));
    const holders: OpenSessionOptions['holders'] = {
      self: () => {
        throw Object.assign(new Error('as from a disk that is read-only'), { code: 'EROFS' });
      },
      stateOf: () => 'dead',
    };
    const session = await open({ kind: 'resume', id: ID }, { holders });
    expect(session.history).toHaveLength(2);
    session.user('again');
    expect(recordsOf()).toHaveLength(2);
    expect(warned).toEqual([
      "From here on this session is not recorded and can't be taken up again: its file can't be written (EROFS).",
    ]);
  });
});

describe('two processes', () => {
  it('never have one session', async () => {
    const first = await open({ kind: 'new', id: ID });
    first.user('hello');
    for (const choice of [{ kind: 'continue' }, { kind: 'resume', id: ID }, { kind: 'new', id: ID }] as const) {
      await expect(open(choice)).rejects.toEqual(
        refusal(
          `Session ${ID} is in use by another qwen (process ${process.pid}); wait for it to end, or start a new session.`,
        ),
      );
    }
    first.close();
    expect((await open({ kind: 'continue' })).id).toBe(ID);
  });

  it('may be on two machines: then the file to delete is named', async () => {
    await recorded();
    await open({ kind: 'resume', id: ID });
    const holders: OpenSessionOptions['holders'] = {
      self: () => ({ pid: 1, started: 't', host: 'here' }),
      stateOf: () => 'elsewhere',
    };
    const lock = join(chats(), `${ID}.lock`);
    const { host } = JSON.parse(readFileSync(lock, 'utf8')) as { host: string };
    await expect(open({ kind: 'resume', id: ID }, { holders })).rejects.toEqual(
      refusal(`Session ${ID} is in use by process ${process.pid} on ${host}; if that has ended, delete ${lock}.`),
    );
  });
});

describe('a session that was interrupted during calls', () => {
  const crashed = (): Promise<void> =>
    recorded(ID, answer('', call('z')), ended(call('z'), 'ok'), answer('', call('a'), call('b', 'write_file')));

  const told = (callId: string, name: string, text: string, unknown: unknown = {}): unknown => ({
    role: 'tool',
    callId,
    name,
    text,
    unknown,
  });

  it('is closed as interrupted, told in one line, and never asked about again', async () => {
    await crashed();
    const session = await open({ kind: 'continue' });
    expect(session.notices).toEqual([
      'The session was interrupted during: mcp__shop__order (record mo_1), write_file. Whether that was done is unknown: verify before it is done again. See `qwen mcp outcomes`.',
    ]);
    expect(session.history.slice(-2)).toEqual([
      told('a', 'mcp__shop__order', INTERRUPTED_MCP_CALL, { recordId: 'mo_1' }),
      told('b', 'write_file', INTERRUPTED_CALL),
    ]);
    expect(asked).toEqual([
      {
        session: ID,
        calls: [{ callId: 'a', tool: 'mcp__shop__order', args: { item: 1 }, askedAt: '1970-01-01T00:00:00.000Z' }],
      },
    ]);
    session.close();

    const again = await open({ kind: 'continue' });
    expect([again.history, again.notices]).toEqual([session.history, []]);
    expect(asked).toHaveLength(1);
  });

  it('has the closing results in its file before anything else', async () => {
    await crashed();
    await open({ kind: 'continue' });
    expect(recordsOf().slice(-2)).toMatchObject([
      {
        type: 'tool_result',
        message: {
          role: 'user',
          parts: [
            { functionResponse: { id: 'a', name: 'mcp__shop__order', response: { output: INTERRUPTED_MCP_CALL } } },
          ],
        },
        toolCallResult: {
          callId: 'a',
          status: 'error',
          resultDisplay: INTERRUPTED_MCP_CALL,
          executionStatus: 'unknown',
          code: 'mcp_outcome_unknown',
          recordId: 'mo_1',
        },
      },
      { type: 'tool_result', toolCallResult: { callId: 'b', code: 'interrupted' } },
    ]);
    expect(recordsOf().at(-1)).not.toHaveProperty('toolCallResult.recordId');
  });

  it('is taken up from its last whole record', async () => {
    await crashed();
    const text = readFileSync(file(), 'utf8');
    writeFileSync(file(), text.slice(0, -20));
    const session = await open({ kind: 'continue' });
    expect(session.notices).toEqual([]);
    expect(session.history.at(-1)).toEqual({
      role: 'tool',
      callId: 'z',
      name: 'mcp__shop__order',
      text: 'ok',
    });
    session.user('again');
    session.close();
    expect((await open({ kind: 'continue' })).history.at(-1)).toEqual({ role: 'user', text: 'again' });
  });
});
