import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { editSettingsFile, readSettingsKey } from './edit.js';

let temp: TempHome;
let file: string;
beforeEach(async () => {
  temp = await createTempHome();
  file = `${temp.project}/.qwen/settings.json`;
});
afterEach(() => temp.remove());

const given = (text: string): Promise<string> => temp.write('project/.qwen/settings.json', text);
const entry = { command: 'node', args: ['a.js'] };

it('makes a missing file, with its layout version and private to the user', async () => {
  editSettingsFile(file, ['mcpServers', 'srv'], entry);
  expect(await readFile(file, 'utf8')).toBe(`{
  "$version": 4,
  "mcpServers": {
    "srv": {
      "command": "node",
      "args": [
        "a.js"
      ]
    }
  }
}
`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('keeps comments, order, indentation, unknown keys and mode', async () => {
  await given(`// mine
{
    "own": 1, /* kept */
    "mcpServers": {
        // the first
        "first": { "command": "x" },
        "a": { "command": "x" },
        "b": { "command": "y" }, // the last
    },
}
`);
  await chmod(file, 0o644);
  editSettingsFile(file, ['mcpServers', 'b'], { url: 'u' });
  editSettingsFile(file, ['mcpServers', 'a'], undefined);
  expect(await readFile(file, 'utf8')).toBe(`// mine
{
    "own": 1, /* kept */
    "mcpServers": {
        // the first
        "first": { "command": "x" },
        "b": {
            "url": "u"
        }, // the last
    },
}
`);
  expect((await stat(file)).mode & 0o777).toBe(0o644);
});

it.each(['', '  \n', '// later\n'])('takes an empty file %j for an empty object', async (text) => {
  await given(text);
  editSettingsFile(file, ['a'], 1);
  expect(readSettingsKey(file, ['a'])).toBe(1);
});

it('keeps tabs and CRLF', async () => {
  await given('{\r\n\t"a": 1\r\n}\r\n');
  editSettingsFile(file, ['b'], true);
  expect(await readFile(file, 'utf8')).toBe('{\r\n\t"a": 1,\r\n\t"b": true\r\n}\r\n');
});

it('removes a key that is not there without a change', async () => {
  await given('{ "a": 1 }');
  editSettingsFile(file, ['mcpServers', 'srv'], undefined);
  expect(await readFile(file, 'utf8')).toBe('{ "a": 1 }');
});

it('writes through a symbolic link', async () => {
  const real = await temp.write('dotfiles/settings.json', '{}');
  await temp.write('project/.qwen/other', '');
  await symlink(real, file);
  editSettingsFile(file, ['a'], 1);
  expect((await lstat(file)).isSymbolicLink()).toBe(true);
  expect(JSON.parse(await readFile(real, 'utf8'))).toEqual({ a: 1 });
});

it.each<[string, string, string]>([
  ['broken JSON', '{ "a": 1', 'is not valid JSON at line 1, column 9 (close brace expected)'],
  ['a list', '[1]', 'must hold one JSON object'],
  ['a parent of another type', '{ "mcpServers": ["x"] }', '"mcpServers" must be an object'],
  ['a key twice', '{ "mcpServers": {}, "mcpServers": {} }', 'more than once'],
])('does not touch a file with %s', async (_name, text, problem) => {
  await given(text);
  const before = await readdir(temp.root, { recursive: true });
  expect(() => editSettingsFile(file, ['mcpServers', 'srv'], entry)).toThrow(problem);
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(await readdir(temp.root, { recursive: true })).toEqual(before);
});

it('says so when the file can not be written, and leaves nothing behind', async () => {
  await temp.write('project/.qwen', 'a file where the directory should be');
  expect(() => editSettingsFile(file, ['a'], 1)).toThrow(`Settings file ${file} can't be written (`);
  expect(await readdir(temp.project)).toEqual(['.qwen']);
});

it('reads one key', async () => {
  expect(readSettingsKey(file, ['mcpServers', 'srv'])).toBeUndefined();
  await given('{ "mcpServers": { "srv": { "command": "x" } } }');
  expect(readSettingsKey(file, ['mcpServers', 'srv'])).toEqual({ command: 'x' });
  expect(readSettingsKey(file, ['mcpServers', 'constructor'])).toBeUndefined();
});
