/**
 * Where the JSON records of an interactive session go: a descriptor that whoever started qwen has opened, or a file that only
 * the user can read. Never the terminal. A reader that is gone is told once, and what follows is dropped.
 */
import { createWriteStream, fchmodSync, fstatSync, openSync } from 'node:fs';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';

export interface JsonSink {
  write(text: string): void;
  /** Resolves when everything is written, or when nobody takes it in time. */
  close(): Promise<void>;
}

export interface JsonTarget {
  readonly jsonFd: number | undefined;
  readonly jsonFile: string | undefined;
}

export interface SinkPorts {
  readonly clock: Clock;
  /** One sentence, at most once. */
  warn(shown: string): void;
}

const CLOSE_WITHIN_MS = 1_000;

/** undefined: none was asked for. Throws QwenError('usage') for one that can't be written. */
export function openSink({ jsonFd, jsonFile }: JsonTarget, { clock, warn }: SinkPorts): JsonSink | undefined {
  if (jsonFd === undefined && jsonFile === undefined) return undefined;
  const fd = jsonFd === undefined ? openFile(jsonFile ?? '') : openedBefore(jsonFd);
  const stream = createWriteStream('', { fd });
  const told = jsonFd === undefined ? '--json-file' : '--json-fd';
  let broken = false;
  stream.on('error', () => {
    if (!broken) warn(`Nothing more can be written to ${told}; the session goes on without it.`);
    broken = true;
  });
  return {
    write: (text) => {
      if (!broken) stream.write(text);
    },
    close: async () => {
      if (broken) return;
      const written = new Promise<void>((resolve) => stream.end(resolve));
      await Promise.race([written, clock.sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

function openedBefore(fd: number): number {
  try {
    fstatSync(fd);
    return fd;
  } catch (error) {
    throw new QwenError('usage', `The descriptor ${fd} of --json-fd is not open.`, error);
  }
}

function openFile(file: string): number {
  try {
    const fd = openSync(file, 'a', 0o600);
    if (!fstatSync(fd).isFile())
      throw new QwenError('usage', `${file} of --json-file is no file; for a pipe there is --json-fd.`);
    fchmodSync(fd, 0o600);
    return fd;
  } catch (error) {
    if (error instanceof QwenError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new QwenError('usage', `${file} of --json-file can't be written (${code}).`, error);
  }
}
