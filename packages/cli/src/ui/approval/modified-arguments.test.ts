import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '@qwen-code/qwen-code-core/testing/temp-folder.js';
import type { ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import { modifiedArguments } from './modified-arguments.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
  await folder.write('a.txt', 'one\ntwo\n');
});
afterEach(() => folder.remove());

const edit = { file_path: 'a.txt', old_string: 'two', new_string: 'three', replace_all: true };

it.each<[string, string, ToolArguments, (content: string) => string, ToolArguments]>([
  [
    'an edit that is written over',
    'edit',
    edit,
    (content) => content.replace('three', '3'),
    { file_path: 'a.txt', old_string: 'one\ntwo\n', new_string: 'one\n3\n', replace_all: false },
  ],
  ['an edit that is left as it is', 'edit', edit, (content) => content, edit],
  [
    'an edit that does not fit the file',
    'edit',
    { ...edit, old_string: 'four' },
    () => 'x',
    { ...edit, old_string: 'four' },
  ],
  [
    'a new file',
    'edit',
    { file_path: 'b.txt', old_string: '', new_string: 'x' },
    (content) => `${content}y\n`,
    { file_path: 'b.txt', old_string: '', new_string: 'xy\n', replace_all: false },
  ],
  [
    'a file that is written whole',
    'write_file',
    { file_path: 'a.txt', content: 'x' },
    (content) => `${content}\r\n`,
    { file_path: 'a.txt', content: 'x\r\n' },
  ],
])('%s', async (_name, name, args, change, expected) => {
  const editFile = (content: string): Promise<string> => Promise.resolve(change(content));
  expect(await modifiedArguments({ tool: { name }, args }, folder.path, editFile)).toEqual(expected);
});
