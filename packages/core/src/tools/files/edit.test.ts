import { chmod, link, lstat, mkdir, readFile, readdir, stat, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createToolContext } from '../../testing/tool-context.js';
import type { ToolArguments, ToolResult } from '../types.js';
import { createEditTool } from './edit-tool.js';
import { createWorkspace } from './workspace.js';
import { createWriteFileTool } from './write-file-tool.js';

let folder: TempFolder;

beforeEach(async () => {
  folder = await createTempFolder();
  await mkdir(folder.at('work'));
});

afterEach(() => folder.remove());

const edit = (name: string, args: ToolArguments): Promise<ToolResult> =>
  createEditTool({ workspace: createWorkspace({ cwd: folder.at('work') }) }).execute(
    { file_path: folder.at('work', name), ...args },
    createToolContext(),
  );
const write = (name: string, content: string): Promise<ToolResult> =>
  createWriteFileTool({ workspace: createWorkspace({ cwd: folder.at('work') }) }).execute(
    { file_path: folder.at('work', name), content },
    createToolContext(),
  );
const bytes = (name: string): Promise<Buffer> => readFile(folder.at('work', name));

describe('edit', () => {
  it('changes a file and shows the place', async () => {
    const path = await folder.write('work/a.txt', 'one\ntwo\nthree\n');
    expect(await edit('a.txt', { old_string: 'two', new_string: '2\n2½' })).toEqual({
      status: 'ok',
      text: `Updated ${path} (1 replacement). Lines 1-4 of 4 now:\n---\none\n2\n2½\nthree`,
      lines: { added: 2, removed: 1 },
    });
    expect(await readFile(path, 'utf8')).toBe('one\n2\n2½\nthree\n');
    expect(await readdir(folder.at('work'))).toEqual(['a.txt']);
  });

  it.each<[string, Buffer, Buffer]>([
    ['CRLF line endings', Buffer.from('a\r\nb\r\n'), Buffer.from('a\r\nX\r\nY\r\n')],
    ['a byte order mark', Buffer.from('\uFEFFa\nb\n'), Buffer.from('\uFEFFa\nX\nY\n')],
    ['both', Buffer.from('\uFEFFa\r\nb\r\n'), Buffer.from('\uFEFFa\r\nX\r\nY\r\n')],
    ['UTF-16', Buffer.from('\uFEFFa\nb\n', 'utf16le'), Buffer.from('\uFEFFa\nX\nY\n', 'utf16le')],
    [
      'UTF-16, the other way round',
      Buffer.from('\uFEFFa\nb\n', 'utf16le').swap16(),
      Buffer.from('\uFEFFa\nX\nY\n', 'utf16le').swap16(),
    ],
    ['a missing last newline', Buffer.from('a\nb'), Buffer.from('a\nX\nY')],
  ])('keeps %s', async (_name, before, after) => {
    await folder.write('work/a.txt', before);
    expect(await edit('a.txt', { old_string: 'b', new_string: 'X\nY' })).toMatchObject({ status: 'ok' });
    expect(await bytes('a.txt')).toEqual(after);
  });

  it('replaces all when told so', async () => {
    const path = await folder.write('work/a.txt', 'x x\nx\n');
    expect(await edit('a.txt', { old_string: 'x', new_string: 'y', replace_all: true })).toMatchObject({
      text: expect.stringContaining(`Updated ${path} (3 replacements).`),
    });
    expect((await bytes('a.txt')).toString()).toBe('y y\ny\n');
  });

  it('creates a file with its directories for an empty old_string', async () => {
    const path = folder.at('work', 'new/dir/ü.txt');
    expect(await edit('new/dir/ü.txt', { old_string: '', new_string: 'a\nb\n' })).toEqual({
      status: 'ok',
      text: `Created ${path} with 2 lines.`,
      lines: { added: 2, removed: 0 },
    });
    expect((await bytes('new/dir/ü.txt')).toString()).toBe('a\nb\n');
  });

  it('fills a file that is empty for an empty old_string', async () => {
    await folder.write('work/a.txt', '');
    expect(await edit('a.txt', { old_string: '', new_string: 'a' })).toMatchObject({ status: 'ok' });
    expect((await bytes('a.txt')).toString()).toBe('a');
  });

  it('says when a file has become empty', async () => {
    const path = await folder.write('work/a.txt', 'a');
    expect(await edit('a.txt', { old_string: 'a', new_string: '' })).toEqual({
      status: 'ok',
      text: `Updated ${path} (1 replacement). It is empty now.`,
      lines: { added: 0, removed: 1 },
    });
  });

  it.each<[string, string | Uint8Array | undefined, string, string]>([
    [
      'creating over a file',
      'full',
      '',
      'PATH exists and is not empty; an empty old_string only creates a file. Give the text to replace, or use write_file to replace the whole.',
    ],
    [
      'changing a missing file',
      undefined,
      'a',
      'PATH does not exist, so nothing in it can be replaced. To create it, give an empty old_string.',
    ],
    ['a binary file', Buffer.from([0, 1, 2]), 'a', 'PATH is a binary file; only text can be edited.'],
    [
      'another encoding',
      Buffer.from([0x61, 0xe9]),
      'a',
      'PATH is not valid UTF-8 or UTF-16; editing would damage it. Convert it to UTF-8 first.',
    ],
    [
      'a piece that is not there',
      'full',
      'empty',
      'Nothing was changed in PATH: old_string was not found. Its first line is not in the file either; read the file again.',
    ],
  ])('refuses %s and leaves the file as it is', async (_name, content, oldText, shown) => {
    const path = folder.at('work', 'a.txt');
    if (content !== undefined) await folder.write('work/a.txt', content);
    const text = shown.replace('PATH', path);
    expect(await edit('a.txt', { old_string: oldText, new_string: 'new' })).toEqual({ status: 'error', text });
    if (content !== undefined) expect(await bytes('a.txt')).toEqual(Buffer.from(content));
  });

  it('keeps the mode and a symbolic link', async () => {
    const path = await folder.write('work/real.sh', 'echo old\n');
    await chmod(path, 0o755);
    await symlink('real.sh', folder.at('work', 'link.sh'));
    await edit('link.sh', { old_string: 'old', new_string: 'new' });
    expect((await stat(path)).mode & 0o777).toBe(0o755);
    expect((await lstat(folder.at('work', 'link.sh'))).isSymbolicLink()).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('echo new\n');
  });

  it('keeps hard links together', async () => {
    const path = await folder.write('work/a.txt', 'old');
    await link(path, folder.at('work', 'b.txt'));
    await edit('a.txt', { old_string: 'old', new_string: 'new text' });
    expect((await bytes('b.txt')).toString()).toBe('new text');
  });

  it('changes nothing outside through a symbolic link', async () => {
    const outside = await folder.write('outside.txt', 'old');
    await folder.write('work/a.txt', '');
    await symlink(outside, folder.at('work', 'link.txt'));
    expect(await edit('link.txt', { old_string: 'old', new_string: 'new' })).toMatchObject({ status: 'error' });
    expect(await readFile(outside, 'utf8')).toBe('old');
  });
});

describe('write_file', () => {
  it('creates a file with its directories', async () => {
    const path = folder.at('work', 'a/b.txt');
    expect(await write('a/b.txt', 'x\ny')).toEqual({
      status: 'ok',
      text: `Created ${path} with 2 lines.`,
      lines: { added: 2, removed: 0 },
    });
    expect((await bytes('a/b.txt')).toString()).toBe('x\ny');
  });

  it('replaces a file', async () => {
    const path = await folder.write('work/a.txt', 'x\ny\n');
    expect(await write('a.txt', 'x\nz\n')).toEqual({
      status: 'ok',
      text: `Overwrote ${path} (1 lines added, 1 removed).`,
      lines: { added: 1, removed: 1 },
    });
  });

  it.each<[string, string | Uint8Array, string, string | Uint8Array]>([
    ['keeps CRLF', 'a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
    ['keeps a byte order mark', '\uFEFFa', 'x', '\uFEFFx'],
    ['does not double a byte order mark', '\uFEFFa', '\uFEFFx', '\uFEFFx'],
    ['leaves CRLF content alone', 'a\n', 'x\r\ny', 'x\r\ny'],
    ['replaces a binary file by plain UTF-8', Buffer.from([0, 1]), 'ä', 'ä'],
  ])('%s', async (_name, before, content, after) => {
    await folder.write('work/a.txt', before);
    expect(await write('a.txt', content)).toMatchObject({ status: 'ok' });
    expect(await bytes('a.txt')).toEqual(Buffer.from(after));
  });

  it('says that CRLF was kept', async () => {
    const path = await folder.write('work/a.txt', 'a\r\n');
    const text = `Overwrote ${path} (1 lines added, 1 removed). Its CRLF line endings were kept.`;
    expect(await write('a.txt', 'x\n')).toMatchObject({ text });
  });

  it('does not write over a directory', async () => {
    await folder.write('work/dir/x', '');
    expect(await write('dir', 'x')).toEqual({
      status: 'error',
      text: `${folder.at('work/dir')} is a directory, not a file.`,
    });
  });

  it('does not write below a file', async () => {
    await folder.write('work/a.txt', '');
    expect(await write('a.txt/x', 'x')).toEqual({
      status: 'error',
      text: `${folder.at('work/a.txt/x')} leads through something that is not a directory.`,
    });
  });

  it('refuses a relative path and names the absolute one', async () => {
    const tool = createWriteFileTool({ workspace: createWorkspace({ cwd: folder.path }) });
    expect(await tool.execute({ file_path: 'a.txt', content: '' }, createToolContext())).toEqual({
      status: 'error',
      text: `The path must be absolute, and a.txt is relative; did you mean ${folder.at('a.txt')}?`,
    });
  });
});
