import { symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QwenError } from '../shared/qwen-error.js';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { createToolContext } from '../testing/tool-context.js';
import { createReadFileTool } from '../tools/files/read-file-tool.js';
import { createWorkspace } from '../tools/files/workspace.js';
import { DEFAULT_IGNORE_OPTIONS } from '../tools/search/ignore-options.js';
import { expandReferences, type Content } from './expand-references.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
  await folder.write('proj/a.ts', 'const a = 1;\n');
});
afterEach(() => folder.remove());

function expanded(text: string): Promise<Content> {
  const workspace = createWorkspace({ cwd: folder.at('proj') });
  const read = createReadFileTool({ workspace });
  const ports = {
    workspace,
    homeDir: folder.at('home'),
    ignoreOptions: DEFAULT_IGNORE_OPTIONS,
    readFile: (path: string) => read.execute({ file_path: path }, createToolContext()),
    servers: () => ['srv', 'gone'],
    readResource: (server: string, uri: string) =>
      server === 'srv'
        ? Promise.resolve({ text: `resource ${uri}` })
        : Promise.reject(new QwenError('usage', 'It is not running.')),
    refusedByRule: (path: string) => Promise.resolve(path.endsWith('denied.ts') ? 'a rule says no.' : undefined),
    newMark: () => 'f00d',
  };
  return expandReferences(text, ports, new AbortController().signal);
}

const block = (typed: string, text: string): string =>
  `--- Begin of @${typed} [f00d] ---\n${text}\n--- End of @${typed} [f00d] ---`;
const after = (text: string, ...blocks: string[]): Content => ({
  text: `${text}\n\nContent from referenced files:\n${blocks.join('\n')}`,
});

it('leaves a message alone that refers to nothing that is there', async () => {
  const text = 'ask @anna about @none.ts and @other:thing';
  expect(await expanded(text)).toEqual({ text });
});

it('puts files and folders after the words', async () => {
  await folder.write('proj/dir/b.ts', 'b');
  await folder.write('proj/my file.txt', 'mine');
  const text = 'compare @a.ts, @dir and @my\\ file.txt';
  expect(await expanded(text)).toEqual(
    after(
      text,
      block('a.ts,', 'const a = 1;'),
      block('dir', `The folder ${folder.at('proj/dir')}, in part:\nb.ts`),
      block('my\\ file.txt', 'mine'),
    ),
  );
});

it('brings an image as media', async () => {
  await folder.write('proj/p.png', Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1'));
  const { media } = await expanded('@p.png');
  expect(media).toEqual([{ kind: 'image', mimeType: 'image/png', data: expect.any(String) }]);
});

it.each([
  ['outside', '@../out.txt', 'outside the workspace'],
  ['a link that leads outside', '@link', 'outside the workspace'],
  ['in the home directory', '@~/note', 'outside the workspace'],
  ['ignored by .gitignore', '@secret.env', 'ignore files'],
  ['ignored by .qwenignore', '@hidden/x', 'ignore files'],
  ['in an ignored folder of a folder', '@sub/out/x', 'ignore files'],
  ['denied by a permission rule', '@denied.ts', 'a rule says no.'],
])('does not read what is %s, and says so', async (_name, text, why) => {
  await folder.write('out.txt', 'SECRET');
  await folder.write('home/note', 'SECRET');
  await symlink(folder.at('out.txt'), folder.at('proj/link'));
  await folder.write('proj/.gitignore', '*.env\n');
  await folder.write('proj/.qwenignore', 'hidden/\n');
  await folder.write('proj/sub/.gitignore', 'out\n');
  for (const name of ['secret.env', 'hidden/x', 'sub/out/x', 'denied.ts']) await folder.write(`proj/${name}`, 'SECRET');
  const { text: seen } = await expanded(text);
  expect(seen).toContain('Not read: ');
  expect(seen).toContain(why);
  expect(seen).not.toContain('SECRET');
});

it('reads a resource of a server that is known, and fails when it can not', async () => {
  expect(await expanded('see @srv:doc://1')).toEqual(
    after('see @srv:doc://1', block('srv:doc://1', 'resource doc://1')),
  );
  await expect(expanded('see @gone:doc://1')).rejects.toEqual(new QwenError('usage', 'It is not running.'));
});

it('stops at what one message can hold', async () => {
  const line = `${'x'.repeat(98)}\n`;
  for (const name of ['1', '2', '3', '4']) await folder.write(`proj/${name}`, line.repeat(1_000));
  const { text } = await expanded('@1 @2 @3 @4');
  expect(text).toContain(block('4', 'Not included: the referenced files are too long together. Read it with a tool.'));
});
