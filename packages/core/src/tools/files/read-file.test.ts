import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createToolContext } from '../../testing/tool-context.js';
import type { ToolArguments, ToolResult } from '../types.js';
import { createReadFileTool } from './read-file-tool.js';
import { createWorkspace } from './workspace.js';

let folder: TempFolder;

beforeEach(async () => {
  folder = await createTempFolder();
});

afterEach(() => folder.remove());

const read = (name: string, more: ToolArguments = {}): Promise<ToolResult> =>
  createReadFileTool({ workspace: createWorkspace({ cwd: folder.path }) }).execute(
    { file_path: folder.at(name), ...more },
    createToolContext(),
  );

const lines = (count: number): string => Array.from({ length: count }, (_, number) => `line ${number}\n`).join('');

describe('text', () => {
  it.each<[string, string | Uint8Array, ToolArguments, string]>([
    ['whole as it is', 'a\r\nb\n', {}, 'a\r\nb\n'],
    ['no newline at the end', 'a\nb', {}, 'a\nb'],
    [
      'a window',
      lines(5),
      { offset: 1, limit: 2 },
      'Showing lines 2-3 of 5. Read on with offset 3.\n---\nline 1\nline 2',
    ],
    ['a window to the end', lines(5), { offset: 3, limit: 9 }, 'Showing lines 4-5 of 5.\n---\nline 3\nline 4\n'],
    ['a window over the whole', lines(2), { offset: 0, limit: 2 }, lines(2)],
    ['UTF-8 with a mark', '\uFEFFä', {}, 'ä'],
    ['UTF-16 with a mark', Buffer.from('\uFEFFä', 'utf16le'), {}, 'ä'],
    ['UTF-16, the other way round', Buffer.from('\uFEFFä', 'utf16le').swap16(), {}, 'ä'],
    [
      'another encoding',
      Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      {},
      'Not valid UTF-8: some characters may be shown wrong.\n---\ncafé',
    ],
  ])('%s', async (_name, content, more, text) => {
    await folder.write('file.txt', content);
    expect(await read('file.txt', more)).toEqual({ status: 'ok', text });
  });

  it('says of an empty file that it is empty', async () => {
    const path = await folder.write('file.txt', '');
    expect(await read('file.txt')).toEqual({ status: 'ok', text: `${path} is empty.` });
  });

  it('stops at 2000 lines and says how to read on', async () => {
    await folder.write('file.txt', lines(2500));
    const { text } = await read('file.txt');
    expect(text.split('\n', 3)).toEqual(['Showing lines 1-2000 of 2500. Read on with offset 2000.', '---', 'line 0']);
    expect(text.endsWith('\nline 1999')).toBe(true);
    expect((await read('file.txt', { offset: 2000 })).text.startsWith('Showing lines 2001-2500 of 2500.\n')).toBe(true);
  });

  it('stops at its size and cuts a long line', async () => {
    await folder.write('file.txt', `${'x'.repeat(2010)}\n`.repeat(200));
    const { text } = await read('file.txt');
    expect(text.length).toBeLessThan(101_000);
    expect(text).toMatch(
      /^Showing lines 1-49 of 200\. Read on with offset 49\. Lines over 2000 characters are cut\.\n---\nx{2000}\.\.\. \[10 more characters\]\n/,
    );
  });

  it('reads a file with a name in Unicode and spaces', async () => {
    await folder.write('dir ü/文件 1.txt', 'ok');
    expect(await read('dir ü/文件 1.txt')).toEqual({ status: 'ok', text: 'ok' });
  });
});

describe('errors', () => {
  it.each<[string, string | Uint8Array | undefined, ToolArguments, string]>([
    ['missing', undefined, {}, 'PATH does not exist.'],
    ['binary', Buffer.from([1, 0, 2]), {}, "PATH is a binary file of 3 bytes and can't be shown as text."],
    ['past the end', 'a\n', { offset: 5 }, 'offset 5 is past the end: PATH has 1 lines, counted from 0.'],
    [
      'a relative path',
      'a',
      { file_path: 'file.txt' },
      'The path must be absolute, and file.txt is relative; did you mean PATH?',
    ],
    ['no path', 'a', { file_path: 7 }, 'The path is empty; give an absolute path.'],
  ])('%s', async (_name, content, more, shown) => {
    if (content !== undefined) await folder.write('file.txt', content);
    const text = shown.replace('PATH', folder.at('file.txt'));
    expect(await read('file.txt', more)).toEqual({ status: 'error', text });
  });

  it('a directory', async () => {
    const text = `${folder.path} is a directory, not a file; list_directory shows what is in it.`;
    expect(await read('')).toEqual({ status: 'error', text });
  });

  it('an outside path', async () => {
    expect(await read('../x')).toMatchObject({
      status: 'error',
      text: expect.stringContaining('outside the workspace'),
    });
  });

  it('a call that was cancelled before it began', async () => {
    const tool = createReadFileTool({ workspace: createWorkspace({ cwd: folder.path }) });
    expect(await tool.execute({ file_path: folder.at('x') }, createToolContext(AbortSignal.abort()))).toEqual({
      status: 'cancelled',
      text: 'Cancelled before it started.',
    });
  });

  it('a file without permission, for a user who is bound by permissions', async () => {
    const path = await folder.write('locked.txt', 'x');
    await chmod(path, 0o000);
    const expected =
      process.getuid?.() === 0
        ? { status: 'ok', text: 'x' }
        : { status: 'error', text: `${path} may not be accessed: permission denied.` };
    expect(await read('locked.txt')).toEqual(expected);
  });
});

describe('media', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  it.each<[string, Buffer, string]>([
    ['a.png', png, 'image/png'],
    ['named.txt', png, 'image/png'],
    ['a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), 'image/jpeg'],
    ['a.gif', Buffer.from('GIF89a\0'), 'image/gif'],
    ['a.webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
  ])('shows the image %s', async (name, data, mimeType) => {
    const path = await folder.write(name, data);
    expect(await read(name)).toEqual({
      status: 'ok',
      text: `Image ${path} (${mimeType}, ${data.length} bytes).`,
      media: [{ kind: 'image', data: data.toString('base64'), mimeType }],
    });
  });

  it('refuses an image that no endpoint would take', async () => {
    const path = await folder.write('big.png', png);
    await promisify(execFile)('truncate', ['-s', String(8 * 1024 * 1024), path]);
    expect(await read('big.png')).toEqual({
      status: 'error',
      text: `${path} is an image of 8388608 bytes; at most 7340032 can be shown. Scale it down first.`,
    });
  });

  it('reads the pages of a PDF', async () => {
    const path = await folder.write('doc.pdf', pdf(['First', 'Second', '']));
    const head = (pages: string): string => `PDF ${path}: text of pages ${pages} of 3.`;
    expect(await read('doc.pdf')).toEqual({
      status: 'ok',
      text: `${head('1-3')}\n---\n[page 1]\nFirst\n\n[page 2]\nSecond\n\n[page 3]\n(no text on this page)`,
    });
    expect(await read('doc.pdf', { pages: '2' })).toEqual({
      status: 'ok',
      text: `${head('2-2')} Read on with pages "3-3".\n---\n[page 2]\nSecond`,
    });
    expect(await read('doc.pdf', { pages: '4-5' })).toEqual({
      status: 'error',
      text: `pages must be one page or a range such as "1-5" within the 3 pages of ${path}.`,
    });
  });

  it('says of a damaged PDF that it is damaged', async () => {
    const path = await folder.write('doc.pdf', '%PDF-1.7 nothing');
    expect(await read('doc.pdf')).toEqual({
      status: 'error',
      text: `${path} is a PDF that could not be read: it is damaged or locked with a password.`,
    });
  });

  it('reads a notebook cell by cell', async () => {
    const cells = [
      { cell_type: 'markdown', id: 'a1', source: ['# Title\n', 'text'] },
      {
        cell_type: 'code',
        source: 'print(1)',
        outputs: [
          { output_type: 'stream', text: ['1\n'] },
          { output_type: 'display_data', data: { 'image/png': 'AAAA' } },
          { output_type: 'error', traceback: ['\u001b[31mBoom\u001b[0m'] },
        ],
      },
    ];
    await folder.write('n.ipynb', JSON.stringify({ cells }));
    expect(await read('n.ipynb')).toEqual({
      status: 'ok',
      text: '[markdown a1]\n# Title\ntext\n\n[code cell-1]\nprint(1)\n[output]\n1\n(image/png)\nBoom',
    });
  });

  it('reads a broken notebook as the text it is', async () => {
    await folder.write('n.ipynb', '{"cells":');
    expect(await read('n.ipynb')).toEqual({ status: 'ok', text: '{"cells":' });
  });
});

/** A PDF with one line of text on each page. */
function pdf(pages: string[]): string {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  const kids = pages.map((text) => {
    const stream = `BT /F1 12 Tf 10 100 Td (${text}) Tj ET`;
    const content = objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    const resources = '/Resources << /Font << /F1 3 0 R >> >>';
    return objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${content} 0 R ${resources} >>`,
    );
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`;
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${text}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
}
