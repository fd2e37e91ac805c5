import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { listSessions, sessionsTitled } from './list-sessions.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const user = (text: string, more: object = {}): object => ({
  type: 'user',
  timestamp: '2026-01-02T03:04:05.000Z',
  cwd: '/p',
  gitBranch: 'main',
  message: { role: 'user', parts: [{ text }] },
  ...more,
});
const title = (customTitle: unknown, titleSource?: unknown): object => ({
  type: 'system',
  subtype: 'custom_title',
  cwd: '/p',
  systemPayload: { customTitle, titleSource },
});

/** Session `n` was last written to `n` seconds after the epoch. */
async function session(n: number, ...lines: readonly (object | string)[]): Promise<string> {
  const text = lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join('');
  const file = await folder.write(`projects/-p/chats/${idOf(n)}.jsonl`, text);
  utimesSync(file, n, n);
  return file;
}

const list = (limit?: number) => listSessions({ runtimeDir: folder.path, cwd: '/p', limit });

it('tells all that a session says of itself, the newest first', async () => {
  const first = await session(1, user('hello'), title('Old name', 'auto'), user('more'), title('The build', 'manual'));
  const second = await session(2, user('later'));
  const facts = { startTime: '2026-01-02T03:04:05.000Z', gitBranch: 'main', cwd: '/p' };
  const [one, two] = [
    {
      sessionId: idOf(1),
      mtime: 1_000,
      prompt: 'hello',
      customTitle: 'The build',
      titleSource: 'manual',
      filePath: first,
      ...facts,
    },
    { sessionId: idOf(2), mtime: 2_000, prompt: 'later', filePath: second, ...facts },
  ];
  expect(list()).toEqual([two, one]);
  expect(list(1)).toEqual([two]);
  expect(list(0)).toEqual([]);
});

it('leaves out what a file does not tell, and files that are no session of this directory', async () => {
  const bare = await session(1, { type: 'system', subtype: 'whatever' }, 'torn {"type":"us');
  await session(2, user('of another', { cwd: '/-p' }));
  await session(3, 'no record at all');
  await folder.write('projects/-p/chats/notes.jsonl', JSON.stringify(user('x')));
  await folder.write(`projects/-p/chats/${idOf(4)}.lock`, '{}');
  expect(list()).toEqual([{ sessionId: idOf(1), mtime: 1_000, filePath: bare, cwd: '/p' }]);
  expect(listSessions({ runtimeDir: folder.path, cwd: '/nowhere' })).toEqual([]);
});

it('takes the first thing that a person asked for the prompt', async () => {
  const result = { functionResponse: { id: 'a', name: 'f', response: { output: 'r' } } };
  await session(1, user('', { message: { role: 'user', parts: [result] } }), user('the prompt'), user('more'));
  expect(list()[0]?.prompt).toBe('the prompt');
});

it('finds sessions by their whole title, as it is now', async () => {
  await session(1, user('a'), title('Build'));
  await session(2, user('b'), title('Build'), title('Other'));
  await session(3, user('c'), title('Build'));
  await session(4, user('d', { cwd: '/-p' }), title('Build'));
  await session(5, user('e about custom_title'), title('  '), title(7));
  const titled = (text: string) => sessionsTitled({ runtimeDir: folder.path, cwd: '/p' }, text);
  expect(titled('Build')).toEqual([idOf(3), idOf(1)]);
  expect(titled('build')).toEqual([]);
  expect(titled('Buil')).toEqual([]);
  expect(titled('  ')).toEqual([]);
});
