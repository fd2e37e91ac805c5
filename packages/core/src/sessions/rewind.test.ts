import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentEvent } from '../agent/events.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { PLAIN_USAGE } from '../testing/plain-model.js';
import { openSession } from './open-session.js';
import type { Session, SessionChoice } from './types.js';

let runtimeDir: string;
beforeEach(async () => {
  runtimeDir = await mkdtemp(join(tmpdir(), 'qwen-test-'));
});
afterEach(() => rm(runtimeDir, { recursive: true, force: true }));

const open = (choice: SessionChoice, recording = true): Promise<Session> =>
  openSession({
    choice,
    recording,
    runtimeDir,
    cwd: '/p',
    version: '0.21.5',
    clock: createFakeClock(0),
    settleOpenCalls: () => Promise.resolve(new Map()),
    warn: () => {},
  });

const answer = (text: string): AgentEvent => ({
  type: 'assistant',
  message: { role: 'assistant', text, reasoning: '', toolCalls: [] },
  usage: PLAIN_USAGE,
  durationMs: 1,
});

function talk(session: Session, ...turns: readonly string[]): void {
  for (const text of turns) {
    session.user(text);
    session.event(answer(`to ${text}`), 'm');
  }
}

const said = (session: Pick<Session, 'history'>): string[] =>
  session.history.map((message) => ('text' in message ? message.text : ''));

/** The conversation as somebody else finds it. */
async function found(id: string): Promise<string[]> {
  const session = await open({ kind: 'resume', id });
  session.close();
  return said(session);
}

it.each([
  ['the first message', 0, []],
  ['a later one', 1, ['one', 'to one']],
])('goes back to before %s, also for who takes it up again', async (_name, place, kept) => {
  const session = await open({ kind: 'new' });
  talk(session, 'one', 'two', 'three');
  session.event({ type: 'note', text: 'not a person' }, 'm');
  expect(session.points().map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  const { history, undone } = session.rewind(session.points()[place]!.uuid);
  expect([said({ history }), said({ history: undone })[0]]).toEqual([kept, ['one', 'two'][place]]);
  session.close();
  expect(await found(session.id)).toEqual(kept);
});

it('goes on from there, and can go back again', async () => {
  const session = await open({ kind: 'new' });
  talk(session, 'one', 'two');
  session.rewind(session.points()[0]!.uuid);
  talk(session, 'other');
  expect(session.points().map(({ text }) => text)).toEqual(['other']);
  talk(session, 'more');
  session.rewind(session.points()[1]!.uuid);
  session.close();
  expect(await found(session.id)).toEqual(['other', 'to other']);
});

it('goes back behind a summary', async () => {
  const session = await open({ kind: 'new' });
  talk(session, 'one', 'two');
  session.event(
    {
      type: 'compaction',
      trigger: 'auto',
      beforeTokens: 9,
      afterTokens: 1,
      history: [{ role: 'user', text: 'summary', repeats: {} }],
    },
    'm',
  );
  talk(session, 'three');
  expect(said(session.rewind(session.points()[1]!.uuid))).toEqual(['one', 'to one']);
  session.close();
});

it('refuses a message that is not there, and offers none where nothing is recorded', async () => {
  const session = await open({ kind: 'new' });
  talk(session, 'one');
  expect(() => session.rewind('other')).toThrow(/no such message/);
  session.close();
  const unrecorded = await open({ kind: 'new' }, false);
  talk(unrecorded, 'one');
  expect(unrecorded.points()).toEqual([]);
});
