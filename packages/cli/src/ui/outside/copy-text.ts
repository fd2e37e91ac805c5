/**
 * A text into the clipboard: by the program that the platform has for it, and by the terminal itself (OSC 52), which also
 * works over ssh.
 */
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { findExecutable } from '@qwen-code/qwen-code-core/shared/find-executable.js';
import type { ClipboardFacts } from './clipboard-image.js';

/** What terminals take at most. */
const MAX_SEQUENCE = 74_994;

/** The sequence that tells the terminal; undefined when it is too long for one. Pure. */
export function clipboardSequence(text: string): string | undefined {
  const encoded = Buffer.from(text).toString('base64');
  return encoded.length > MAX_SEQUENCE ? undefined : `\u001b]52;c;${encoded}\u0007`;
}

/** In the order they are tried. Pure. */
export function copyPrograms({ platform, env }: ClipboardFacts): readonly (readonly string[])[] {
  if (platform === 'darwin') return [['pbcopy']];
  if (platform === 'win32') return [['clip.exe']];
  return [
    ...(env['WAYLAND_DISPLAY'] ? [['wl-copy']] : []),
    ...(env['DISPLAY']
      ? [
          ['xclip', '-selection', 'clipboard'],
          ['xsel', '--clipboard', '--input'],
        ]
      : []),
    ...(env['WSL_DISTRO_NAME'] ? [['clip.exe']] : []),
  ];
}

/** Whether anything was told of the text. Never rejects. */
export async function copyText(text: string, facts: ClipboardFacts): Promise<boolean> {
  const sequence = clipboardSequence(text);
  if (sequence !== undefined) writeSync(1, sequence);
  for (const [program = '', ...args] of copyPrograms(facts)) {
    const file = await findExecutable(program, facts.env);
    if (file !== undefined && (await fed(file, args, { text, env: facts.env }))) return true;
  }
  return sequence !== undefined;
}

/** Whether it took the text. It may live on to hold the clipboard. */
function fed(
  file: string,
  args: readonly string[],
  { text, env }: { readonly text: string; readonly env: ClipboardFacts['env'] },
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'], env, windowsHide: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
