/**
 * The lines of a file as they are added to it: those that stand there already first. Waits for a file that is not there yet.
 * Reads a regular file alone; what is not whole yet is left for the next look.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';

const LOOK_MS = 200;
const PIECE_BYTES = 64 * 1024;

/** Returns what ends it. */
export function followFile(file: string, clock: Clock, onLine: (line: string) => void): () => void {
  const decoder = new StringDecoder('utf8');
  let read = 0;
  let rest = '';
  let cancel = (): void => {};

  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  };
  const look = (): void => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() === true && stat.size > read) {
      for (const piece of piecesOf(file, read, stat.size)) {
        read += piece.length;
        take(decoder.write(piece));
      }
    }
    cancel = clock.after(LOOK_MS, look);
  };
  look();
  return () => cancel();
}

function piecesOf(file: string, from: number, to: number): Buffer[] {
  const fd = openSync(file, 'r');
  try {
    const pieces: Buffer[] = [];
    for (let at = from; at < to;) {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, to - at));
      const count = readSync(fd, piece, 0, piece.length, at);
      if (count === 0) break;
      pieces.push(piece.subarray(0, count));
      at += count;
    }
    return pieces;
  } finally {
    closeSync(fd);
  }
}
