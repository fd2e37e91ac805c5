/**
 * The first records of a session's file, for whoever must look at many sessions: a bounded read, however long the file
 * is. Reads only, and a file that can't be read is one without records.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { parseLines, type StoredRecord } from './stored-record.js';

export interface SessionHead {
  readonly records: readonly StoredRecord[];
  /** The file may go on behind what was read. */
  readonly isCut: boolean;
}

const HEAD_BYTES = 256 * 1024;

export function readHead(file: string): SessionHead {
  const head = readStart(file);
  return { records: parseLines(head.toString('utf8')).records, isCut: head.length >= HEAD_BYTES };
}

/** True for a session of this working directory. A first line that is too long to be read is taken for one. */
export function isOfDirectory({ records, isCut }: SessionHead, cwd: string): boolean {
  const recorded = recordedCwd(records);
  return recorded === undefined ? records.length > 0 || isCut : recorded === cwd;
}

export const recordedCwd = (records: readonly StoredRecord[]): string | undefined =>
  records.map(({ value }) => value['cwd']).find((value) => typeof value === 'string');

function readStart(file: string): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const buffer = Buffer.allocUnsafe(HEAD_BYTES);
      return buffer.subarray(0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return Buffer.alloc(0);
  }
}
