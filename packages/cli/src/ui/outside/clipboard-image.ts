/** The image in the clipboard, by the program that the platform has for it. */
import { execFile } from 'node:child_process';
import { mediaKind } from '@qwen-code/qwen-code-core/tools/files/media-kind.js';
import { findExecutable } from '@qwen-code/qwen-code-core/shared/find-executable.js';

export type ClipboardImage =
  | { readonly kind: 'image'; readonly data: Buffer; readonly extension: string }
  | { readonly kind: 'none'; readonly shown: string };

export interface ClipboardFacts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Reader {
  readonly program: string;
  readonly args: readonly string[];
  /** From what it writes to the bytes of the image. */
  decode(output: Buffer): Buffer;
}

const same = (output: Buffer): Buffer => output;
/** osascript writes `«data PNGf89504E…»`. */
const fromHex = (output: Buffer): Buffer =>
  Buffer.from(/[A-Z]{4}((?:[0-9A-F]{2})+)/i.exec(output.toString('latin1'))?.[1] ?? '', 'hex');
const fromBase64 = (output: Buffer): Buffer => Buffer.from(output.toString('latin1').trim(), 'base64');

const WINDOWS_SCRIPT =
  'Add-Type -AssemblyName System.Windows.Forms,System.Drawing; $i=[Windows.Forms.Clipboard]::GetImage(); ' +
  'if($i){$m=New-Object IO.MemoryStream; $i.Save($m,[Drawing.Imaging.ImageFormat]::Png); [Convert]::ToBase64String($m.ToArray())}';

/** In the order they are tried. Pure. */
export function imageReaders({ platform, env }: ClipboardFacts): readonly Reader[] {
  const windows: Reader = {
    program: 'powershell.exe',
    args: ['-NoProfile', '-STA', '-Command', WINDOWS_SCRIPT],
    decode: fromBase64,
  };
  if (platform === 'win32') return [windows];
  if (platform === 'darwin') {
    return [
      { program: 'pngpaste', args: ['-'], decode: same },
      { program: 'osascript', args: ['-e', 'get the clipboard as «class PNGf»'], decode: fromHex },
    ];
  }
  return [
    ...(env['WAYLAND_DISPLAY'] ? [{ program: 'wl-paste', args: ['--type', 'image/png'], decode: same }] : []),
    ...(env['DISPLAY']
      ? [{ program: 'xclip', args: ['-selection', 'clipboard', '-t', 'image/png', '-o'], decode: same }]
      : []),
    ...(env['WSL_DISTRO_NAME'] ? [windows] : []),
  ];
}

const NONE = 'There is no image in the clipboard.';
const MAX_BYTES = 20 * 1024 * 1024;
const TIME_LIMIT_MS = 5_000;

/** Never rejects. */
export async function readClipboardImage(facts: ClipboardFacts): Promise<ClipboardImage> {
  const readers = imageReaders(facts);
  if (readers.length === 0) {
    return { kind: 'none', shown: 'There is no clipboard here; write the path of an image after @ instead.' };
  }
  let found = false;
  for (const { program, args, decode } of readers) {
    const file = await findExecutable(program, facts.env);
    if (file === undefined) continue;
    found = true;
    const data = decode(await outputOf(file, args, facts));
    const kind = mediaKind(data);
    if (kind?.kind === 'image') return { kind: 'image', data, extension: kind.mimeType.split('/')[1] ?? 'png' };
  }
  const programs = readers.map(({ program }) => program).join(' or ');
  return { kind: 'none', shown: found ? NONE : `To paste images install ${programs}, or write their path after @.` };
}

function outputOf(file: string, args: readonly string[], { env }: ClipboardFacts): Promise<Buffer> {
  return new Promise((resolve) => {
    const options = {
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
      timeout: TIME_LIMIT_MS,
      env,
      windowsHide: true,
    } as const;
    execFile(file, [...args], options, (error, stdout) => resolve(error === null ? stdout : Buffer.alloc(0)));
  });
}
