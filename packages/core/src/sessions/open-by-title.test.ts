/** Taking a session up by its title, and going on in a copy of one. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.js';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { openSession, type OpenSessionOptions } from './open-session.js';
import { INTERRUPTED_MCP_CALL } from './texts.js';
import type { OpenCall, Session } from './types.js';

const ID = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

let folder: TempFolder;
let asked: { session: string; calls: readonly OpenCall[] }[];
let opened: Session[];
beforeEach(async () => {
  folder = await createTempFolder();
  [asked, opened] = [[], []];
});
afterEach(() => {
  for (const session of opened) session.close();
  return folder.remove();
});

async function open(choice: OpenSessionOptions['choice'], fork = false): Promise<Session> {
  const session = await openSession({
    choice,
    fork,
    recording: true,
    runtimeDir: folder.path,
    cwd: '/p',
    version: '0.21.5',
    clock: createFakeClock(0),
    settleOpenCalls: (id, calls) => {
      asked.push({ session: id, calls });
      return Promise.resolve(new Map([['a', 'mo_1']]));
    },
    warn: () => {},
  });
  opened.push(session);
  return session;
}

async function recorded(id: string, title?: string): Promise<void> {
  const session = await open({ kind: 'new', id });
  session.user('hello');
  if (title !== undefined) session.rename(title);
  session.close();
}

const chats = (): string => folder.at('projects', '-p', 'chats');
const file = (id: string): string => folder.at('projects', '-p', 'chats', `${id}.jsonl`);
const recordsOf = (id: string): Record<string, unknown>[] =>
  readFileSync(file(id), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a title', () => {
  it('takes up the one session that has it', async () => {
    await recorded(OTHER, 'Something else');
    await recorded(ID, 'The build');
    const session = await open({ kind: 'resume', id: 'The build' });
    expect([session.id, session.history]).toEqual([ID, [{ role: 'user', text: 'hello' }]]);
  });

  it('of several sessions is refused with their ids', async () => {
    await recorded(ID, 'The build');
    await recorded(OTHER, 'The build');
    await expect(open({ kind: 'resume', id: 'The build' })).rejects.toMatchObject({
      code: 'usage',
      shown: expect.stringMatching(
        /^2 sessions have that title; use the id of one of them: [\w-]{36}, [\w-]{36}\.$/,
      ) as string,
    });
  });

  it('that looks like the id of another session means that other one', async () => {
    await recorded(ID, 'x');
    await recorded(OTHER, ID);
    expect((await open({ kind: 'resume', id: ID })).id).toBe(ID);
  });
});

describe('a fork', () => {
  it('goes on in a copy under a new id; the original stays as it is', async () => {
    await recorded(ID, 'The build');
    const before = readFileSync(file(ID), 'utf8');
    const session = await open({ kind: 'resume', id: 'The build' }, true);
    session.user('again');
    expect(session.id).not.toBe(ID);
    expect(session.history).toEqual([{ role: 'user', text: 'hello' }]);
    expect(recordsOf(session.id).map(({ type, sessionId, message }) => ({ type, sessionId, message }))).toEqual(
      ['hello', 'again'].map((text) => {
        return { type: 'user', sessionId: session.id, message: { role: 'user', parts: [{ text }] } };
      }),
    );
    expect(recordsOf(session.id)[1]?.['parentUuid']).toBe(recordsOf(ID)[0]?.['uuid']);
    expect(readFileSync(file(ID), 'utf8')).toBe(before);
    session.close();
    expect(readdirSync(chats()).sort()).toEqual([`${ID}.jsonl`, `${session.id}.jsonl`].sort());
    expect((await open({ kind: 'resume', id: 'The build' })).id).toBe(ID);
  });

  it('of the newest session, when no other is named; a new session when there is none', async () => {
    expect((await open({ kind: 'continue' }, true)).history).toEqual([]);
    await recorded(ID);
    const session = await open({ kind: 'continue' }, true);
    expect(session.history).toEqual([{ role: 'user', text: 'hello' }]);
    expect(session.id).not.toBe(ID);
  });

  it('keeps what the original kept of every kind of record, but for a line that was cut off', async () => {
    await recorded(ID);
    const foreign = { uuid: 'u9', type: 'system', subtype: 'ui_telemetry', sessionId: ID, systemPayload: { x: 1 } };
    writeFileSync(file(ID), `${JSON.stringify(foreign)}\n{"type":"us`, { flag: 'a' });
    const session = await open({ kind: 'continue' }, true);
    expect(recordsOf(session.id)[1]).toEqual({ ...foreign, sessionId: session.id });
    expect(recordsOf(session.id)).toHaveLength(2);
  });

  it('closes a call that was left open as unknown, with the record of the session that made it', async () => {
    await recorded(ID);
    const call = { functionCall: { id: 'a', name: 'mcp__shop__order', args: { item: 1 } } };
    const answer = { uuid: 'u2', type: 'assistant', timestamp: 'T', message: { role: 'model', parts: [call] } };
    writeFileSync(file(ID), `${JSON.stringify(answer)}\n`, { flag: 'a' });
    const before = readFileSync(file(ID), 'utf8');
    const session = await open({ kind: 'continue' }, true);
    expect(asked.map((one) => one.session)).toEqual([ID]);
    expect(session.history.at(-1)).toMatchObject({ role: 'tool', callId: 'a', text: INTERRUPTED_MCP_CALL });
    expect(session.notices).toHaveLength(1);
    expect(recordsOf(session.id).at(-1)).toMatchObject({ toolCallResult: { callId: 'a', recordId: 'mo_1' } });
    expect(readFileSync(file(ID), 'utf8')).toBe(before);
  });

  it('is refused while another process has the original: a running call is no interrupted one', async () => {
    await recorded(ID);
    await open({ kind: 'resume', id: ID });
    await expect(open({ kind: 'resume', id: ID }, true)).rejects.toMatchObject({
      shown: expect.stringContaining(`Session ${ID} is in use by another qwen`) as string,
    });
    expect(readdirSync(chats()).sort()).toEqual([`${ID}.jsonl`, `${ID}.lock`]);
  });
});
