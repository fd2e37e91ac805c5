/**
 * What was piped in, as text. A terminal is never read, and a pipe that stays open without a byte (a service, a
 * scheduler) does not hold up a run that has its prompt already.
 */
import { fstatSync, readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';

/** How long a silent pipe may keep a run waiting that does not depend on it. */
const SILENCE_MS = 500;
const LIMIT_BYTES = 16 * 1024 * 1024;

export interface StdinOptions {
  readonly clock: Clock;
  /** True when stdin is all there is: then it is read to its end, however long that takes. */
  readonly needed: boolean;
  readonly signal: AbortSignal;
}

export const stdinIsTerminal = (): boolean => isatty(0);

/** The text on stdin; empty when there is none. Throws QwenError('input') for more than 16 MiB. */
export async function readStdin(options: StdinOptions): Promise<string> {
  switch (stdinKind()) {
    case 'file':
      return decode([readFileSync(0)]);
    case 'pipe':
      return readPipe(options);
    case 'none':
      return '';
  }
}

function stdinKind(): 'file' | 'pipe' | 'none' {
  if (stdinIsTerminal()) return 'none';
  try {
    const stat = fstatSync(0);
    if (stat.isFile()) return 'file';
    // A character device that is no terminal is /dev/null.
    return stat.isFIFO() || stat.isSocket() ? 'pipe' : 'none';
  } catch {
    return 'none';
  }
}

async function readPipe({ clock, needed, signal }: StdinOptions): Promise<string> {
  const { stdin } = process;
  const chunks: Buffer[] = [];
  const settled = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      let bytes = 0;
      const finish = (): void => resolve();
      stdin.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > LIMIT_BYTES) reject(tooLarge());
      });
      stdin.once('end', finish).once('error', finish);
      signal.addEventListener('abort', finish, { once: true });
      if (!needed) {
        const silent = (): void => {
          if (chunks.length === 0) finish();
        };
        clock.sleep(SILENCE_MS, settled.signal).then(silent, () => {});
      }
    });
    return decode(chunks);
  } finally {
    settled.abort();
    stdin.removeAllListeners();
    stdin.destroy();
  }
}

function decode(chunks: readonly Buffer[]): string {
  const bytes = Buffer.concat(chunks);
  if (bytes.length > LIMIT_BYTES) throw tooLarge();
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

const tooLarge = (): QwenError =>
  new QwenError('input', 'stdin holds more than 16 MiB of text; put it in a file and name the file in the prompt.');
