import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSession } from '@qwen-code/qwen-code-core/sessions/open-session.js';
import type { Session, SessionChoice } from '@qwen-code/qwen-code-core/sessions/types.js';
import type { SettingsPaths } from '@qwen-code/qwen-code-core/settings/paths.js';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { createSessionDesk, type SessionDesk } from './session-desk.js';

let runtimeDir: string;
let begun: string[];
let desk: SessionDesk;
beforeEach(async () => {
  begun = [];
  runtimeDir = await mkdtemp(join(tmpdir(), 'qwen-test-'));
  desk = createSessionDesk(await open({ kind: 'new' }, false), {
    recorded: true,
    loaded: { runtimeDir, paths: { userDir: runtimeDir } as SettingsPaths },
    cwd: '/p',
    clock: createFakeClock(5),
    open,
    onBegin: ({ id }) => {
      begun.push(id);
      return Promise.resolve();
    },
  });
});
afterEach(async () => {
  desk.current().close();
  await rm(runtimeDir, { recursive: true, force: true });
});

const open = (choice: SessionChoice, fork: boolean): Promise<Session> =>
  openSession({
    ...{ choice, fork, recording: true, runtimeDir, cwd: '/p', version: '0' },
    clock: createFakeClock(0),
    settleOpenCalls: () => Promise.resolve(new Map()),
    warn: () => {},
  });

const prompts = (): (string | undefined)[] => desk.list().map(({ prompt }) => prompt);

it('begins another session and goes back to the one before', async () => {
  const first = desk.current();
  first.user('one');
  await desk.begin({ kind: 'new' });
  expect([desk.current().id === first.id, desk.current().history]).toEqual([false, []]);
  await desk.begin({ kind: 'resume', id: first.id });
  expect([desk.current().id, desk.current().history, begun.length]).toEqual([
    first.id,
    [{ role: 'user', text: 'one' }],
    2,
  ]);
});

it('stays where it is when the other can not be had', async () => {
  const { id } = desk.current();
  await expect(desk.begin({ kind: 'resume', id: 'no such title' })).rejects.toThrow(/no session/);
  await expect(desk.begin({ kind: 'resume', id })).rejects.toThrow(/you are in/);
  desk.current().user('still recorded');
  expect([desk.current().id, begun, prompts()]).toEqual([id, [], ['still recorded']]);
});

it('goes on in a copy, and leaves the original to others', async () => {
  const { id } = desk.current();
  await expect(desk.fork()).rejects.toThrow(/nothing to copy yet/);
  desk.current().user('one');
  await desk.fork();
  expect(desk.current().id).not.toBe(id);
  desk.current().user('in the copy');
  const original = await open({ kind: 'resume', id }, false);
  original.close();
  expect(original.history).toEqual([{ role: 'user', text: 'one' }]);
});

it('deletes another session, and never the one it is in', async () => {
  const { id } = desk.current();
  desk.current().user('one');
  await expect(desk.remove(id)).rejects.toThrow(/you are in/);
  await desk.begin({ kind: 'new' });
  await desk.remove(id);
  expect(prompts()).toEqual([]);
});

it('lists no session that nobody said anything in', () => {
  desk.current().rename('Named');
  expect(prompts()).toEqual([]);
});
