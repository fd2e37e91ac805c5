import stringWidth from 'string-width';
import { afterEach, describe, expect, it } from 'vitest';
import { renderDialog, type RenderedDialog } from '../testing/render-dialog.js';
import { folderTrustDialog, type FolderTrustProps, type FolderTrustResult } from './folder-trust.js';

let dialog: RenderedDialog<FolderTrustResult>;
afterEach(() => dialog.unmount());

async function open(props: FolderTrustProps, columns = 80, rows = 30): Promise<string> {
  dialog = await renderDialog(folderTrustDialog(props), { columns, rows });
  return dialog.frame();
}
const flat = (frame: string): string => frame.replace(/[│\n]/g, ' ').replace(/ +/g, ' ');
const first: FolderTrustProps = { folder: '/home/u/proj' };
const later: FolderTrustProps = { folder: '/home/u/proj', now: 'It is trusted now.' };

describe.each([40, 80, 200])('at %i columns', (columns) => {
  it.each<[string, FolderTrustProps, string[]]>([
    [
      'first',
      first,
      ['/home/u/proj', '1. Trust this folder', '2. Trust /home/u and everything', "3. Don't trust it (Esc)"],
    ],
    ['later', later, ['It is trusted now.', "3. Don't trust it", '4. Leave it as it is (Esc)']],
  ])('asks %s', async (_name, props, words) => {
    const frame = await open(props, columns);
    for (const word of words) expect(flat(frame)).toContain(word);
    expect(Math.max(...frame.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
  });
});

const ESC = '\u001b[27u';

it.each<[string, FolderTrustProps, string, FolderTrustResult]>([
  ['this folder', first, '1', 'TRUST_FOLDER'],
  ['its parent', first, '\u001b[B\r', 'TRUST_PARENT'],
  ['distrust', first, '3', 'DO_NOT_TRUST'],
  ['Esc as distrust where nothing was ever said', first, ESC, 'DO_NOT_TRUST'],
  ['Esc as no change later on', later, ESC, undefined],
  ['distrust later on', later, '3', 'DO_NOT_TRUST'],
])('takes %s', async (_name, props, keys, value) => {
  await open(props);
  await dialog.settle();
  await dialog.press(keys);
  expect(dialog.result()).toEqual({ value });
});

it('keeps its answers on a low screen, and scrolls what it is about', async () => {
  await open(first, 40, 16);
  await dialog.settle();
  expect(flat(dialog.frame())).toContain("3. Don't trust it (Esc)");
  expect(flat(dialog.frame())).not.toContain('runs in it');
  await dialog.press('\u001b[F');
  expect(flat(dialog.frame())).toContain('runs in it');
});

it('is not answered by what was typed before it stood there', async () => {
  await open(first);
  await dialog.press('1\r');
  await dialog.settle();
  expect(dialog.result()).toBeUndefined();
});
