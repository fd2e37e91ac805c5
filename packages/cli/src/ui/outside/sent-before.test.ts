import { readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '@qwen-code/qwen-code-core/testing/temp-folder.js';
import { openSentBefore } from './sent-before.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

const open = (keeps = true) => openSentBefore({ dir: folder.at('tmp'), keeps });

it('keeps what was sent for the next session, private to the user', async () => {
  const first = await open();
  expect(first.before).toEqual({ messages: [], commands: [] });
  first.message('one\ntwo "quoted"');
  first.command('git status');
  first.command('for x in a b; do\n  echo $x\ndone');
  expect((await open()).before).toEqual({
    messages: ['one\ntwo "quoted"'],
    commands: ['git status', 'for x in a b; do\n  echo $x\ndone'],
  });
  expect((await stat(folder.at('tmp/shell_history'))).mode & 0o777).toBe(0o600);
  expect((await stat(folder.at('tmp/input_history'))).mode & 0o777).toBe(0o600);
  expect((await stat(folder.at('tmp'))).mode & 0o777).toBe(0o700);
});

it('writes nothing where nothing is to be recorded, and reads what there is', async () => {
  await folder.write('tmp/shell_history', 'ls\n');
  const kept = await open(false);
  kept.command('pwd');
  kept.message('hello');
  expect(kept.before.commands).toEqual(['ls']);
  expect((await open(false)).before).toEqual({ messages: [], commands: ['ls'] });
});

it('passes over lines that are none of its own, and keeps the newest of many', async () => {
  await folder.write('tmp/input_history', `{"a":1}\nnot json\n${'"x"\n'.repeat(1_200)}"last"\n`);
  const { messages } = (await open()).before;
  expect([messages.length, messages.at(-1)]).toEqual([500, 'last']);
  expect((await readFile(folder.at('tmp/input_history'), 'utf8')).split('\n')).toHaveLength(501);
});
