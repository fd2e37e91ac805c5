import { expect, it } from 'vitest';
import { editorCommand, type EditorFacts } from './editor-command.js';

it.each<[string, Partial<EditorFacts>, string[]]>([
  ['the one of the settings', { preferred: 'vscode', env: { EDITOR: 'vi' } }, ['code', '--wait']],
  ['no command in the settings', { preferred: 'rm -rf /', env: {} }, ['vi']],
  ['no name of all objects', { preferred: 'constructor', env: {} }, ['vi']],
  ['VISUAL before EDITOR', { env: { VISUAL: 'emacs -nw', EDITOR: 'vi' } }, ['emacs', '-nw']],
  ['EDITOR', { env: { EDITOR: "'my editor' --wait" } }, ['my editor', '--wait']],
  ['vi where nothing is set', { env: { EDITOR: ' ' } }, ['vi']],
  ['a path of Windows', { platform: 'win32', env: { EDITOR: 'C:\\bin\\e.exe -w' } }, ['C:\\bin\\e.exe', '-w']],
  ['notepad on Windows', { platform: 'win32', env: {} }, ['notepad']],
])('takes %s', (_name, facts, expected) => {
  expect(editorCommand({ preferred: undefined, env: {}, platform: 'linux', ...facts })).toEqual(expected);
});
