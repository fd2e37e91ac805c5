import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chmod, readFile } from 'node:fs/promises';
import { createTempFolder, type TempFolder } from '@qwen-code/qwen-code-core/testing/temp-folder.js';
import { imageReaders, readClipboardImage, type ClipboardFacts } from './clipboard-image.js';
import { clipboardSequence, copyPrograms, copyText } from './copy-text.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

async function program(name: string, script: string): Promise<void> {
  await folder.write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
  await chmod(folder.at(`bin/${name}`), 0o755);
}
const facts = (env: ClipboardFacts['env']): ClipboardFacts => ({
  platform: 'linux',
  env: { PATH: `${folder.at('bin')}:/usr/bin:/bin`, ...env },
});

describe('images', () => {
  it.each<[NodeJS.Platform, ClipboardFacts['env'], string[]]>([
    ['darwin', {}, ['pngpaste', 'osascript']],
    ['win32', {}, ['powershell.exe']],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, ['wl-paste', 'xclip']],
    ['linux', { DISPLAY: ':0', WSL_DISTRO_NAME: 'Ubuntu' }, ['xclip', 'powershell.exe']],
    ['linux', {}, []],
  ])('on %s with %j are asked of %j', (platform, env, programs) => {
    expect(imageReaders({ platform, env }).map((reader) => reader.program)).toEqual(programs);
  });

  it('are taken by what they are', async () => {
    await program('wl-paste', `printf '\\211PNG\\r\\n\\032\\nrest'`);
    expect(await readClipboardImage(facts({ WAYLAND_DISPLAY: 'w' }))).toEqual({
      kind: 'image',
      data: Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'),
      extension: 'png',
    });
  });

  it('are read from what osascript writes', () => {
    const [, osascript] = imageReaders({ platform: 'darwin', env: {} });
    expect(osascript?.decode(Buffer.from('«data PNGf89504E470D0A»\n'))).toEqual(Buffer.from('89504e470d0a', 'hex'));
  });

  it('are not there', async () => {
    await program('xclip', 'echo text; exit 0');
    expect(await readClipboardImage(facts({ DISPLAY: ':0' }))).toEqual({
      kind: 'none',
      shown: 'There is no image in the clipboard.',
    });
  });

  it('can not be had, and it is said what helps', async () => {
    expect(await readClipboardImage({ platform: 'linux', env: { DISPLAY: ':0', PATH: folder.at('bin') } })).toEqual({
      kind: 'none',
      shown: 'To paste images install xclip, or write their path after @.',
    });
    expect(await readClipboardImage(facts({}))).toEqual({
      kind: 'none',
      shown: 'There is no clipboard here; write the path of an image after @ instead.',
    });
  });
});

describe('a text', () => {
  it('goes to the terminal as base64, unless it is too long for it', () => {
    expect(clipboardSequence('héllo')).toBe('\u001b]52;c;aMOpbGxv\u0007');
    expect(clipboardSequence('x'.repeat(100_000))).toBeUndefined();
  });

  it('goes to the program of the platform', async () => {
    await program('xclip', `cat > '${folder.at('copied')}'`);
    const text = 'x'.repeat(100_000);
    expect(await copyText(text, facts({ DISPLAY: ':0' }))).toBe(true);
    expect(await readFile(folder.at('copied'), 'utf8')).toBe(text);
  });

  it('goes nowhere when there is neither', async () => {
    expect(await copyText('x'.repeat(100_000), facts({}))).toBe(false);
  });

  it.each<[NodeJS.Platform, ClipboardFacts['env'], string[]]>([
    ['darwin', {}, ['pbcopy']],
    ['win32', {}, ['clip.exe']],
    ['linux', { WAYLAND_DISPLAY: 'w', DISPLAY: ':0' }, ['wl-copy', 'xclip', 'xsel']],
    ['linux', {}, []],
  ])('on %s with %j is given to %j', (platform, env, programs) => {
    expect(copyPrograms({ platform, env }).map(([name]) => name)).toEqual(programs);
  });
});
