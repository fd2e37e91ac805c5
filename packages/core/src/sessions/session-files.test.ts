import { utimesSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createTempFolder } from '../testing/temp-folder.js';
import { chatsDir, isSessionId, newestSession, projectName, projectOfSession } from './session-files.js';

const folder = await createTempFolder();
afterAll(() => folder.remove());

const id = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;

async function write(path: string, text: string, second: number): Promise<void> {
  const file = await folder.write(path, text);
  utimesSync(file, second, second);
}

it.each([
  ['/home/u/proj', '-home-u-proj'],
  ['/a_b/c.d e/ü', '-a-b-c-d-e--'],
  ['C:\\Users\\u', 'C--Users-u'],
])('%s is kept in %s', (cwd, name) => {
  expect(projectName(cwd)).toBe(name);
});

it('keeps the folder of a very deep directory short enough, and apart from its neighbours', () => {
  const deep = `/${'long/'.repeat(100)}`;
  expect(projectName(deep)).toHaveLength(240);
  expect(projectName(`${deep}a`)).not.toBe(projectName(`${deep}b`));
});

it('knows an id from anything else', () => {
  expect([id(1), id(1).toUpperCase(), '../../etc/passwd', '', `${id(1)}x`].map(isSessionId)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('finds the newest session of the directory itself', async () => {
  const chats = folder.at('own');
  const line = (cwd: string): string => `${JSON.stringify({ uuid: 'u', cwd })}\n`;
  await write(`own/${id(1)}.jsonl`, line('/a/b'), 1);
  await write(`own/${id(2)}.jsonl`, line('/a/b'), 2);
  await write(`own/${id(3)}.jsonl`, line('/a-b'), 3);
  await write(`own/${id(4)}.jsonl`, '', 4);
  await write(`own/${id(5)}.jsonl`, '{"torn', 5);
  await write(`own/${id(6)}.lock`, '{}', 6);
  await write('own/notes.jsonl', line('/a/b'), 7);
  await write(`own/${id(8)}.jsonl/inside`, line('/a/b'), 8);
  expect(newestSession(chats, '/a/b')).toBe(id(2));
  expect(newestSession(chats, '/a-b')).toBe(id(3));
  expect(newestSession(chats, '/a.b')).toBeUndefined();
  await write(`own/${id(9)}.jsonl`, '{"type":"user"}\n', 9);
  expect(newestSession(chats, '/a.b')).toBe(id(9));
});

it('finds nothing where there is nothing', () => {
  expect(newestSession(folder.at('nowhere'), '/a')).toBeUndefined();
  expect(projectOfSession(folder.at('nowhere'), id(1))).toBeUndefined();
});

it('tells which directory a session belongs to', async () => {
  await folder.write(`root/projects/-a/chats/${id(1)}.jsonl`, '{"cwd":"/a"}\n');
  await folder.write('root/projects/-b/meta.json', '{}');
  expect(chatsDir(folder.at('root'), '/a')).toBe(folder.at('root/projects/-a/chats'));
  expect(projectOfSession(folder.at('root'), id(1))).toBe('/a');
  expect(projectOfSession(folder.at('root'), id(2))).toBeUndefined();
});
