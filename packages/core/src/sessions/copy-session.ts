/** Copies a session's records into a file of its own, under a new id. The original is only read. */
import { readFileSync, writeFileSync } from 'node:fs';
import { QwenError } from '../shared/qwen-error.js';
import { isTitle } from './session-title.js';
import { parseLines } from './stored-record.js';

export interface CopySessionOptions {
  readonly from: string;
  /** Must not exist yet. */
  readonly to: string;
  /** The copy's session id. */
  readonly id: string;
}

/**
 * Every whole record, unknown ones included; a torn line and the title stay behind (one title names one session).
 * Throws QwenError('io').
 */
export function copySession({ from, to, id }: CopySessionOptions): void {
  try {
    const { records } = parseLines(readFileSync(from, 'utf8'));
    const lines = records
      .filter(({ value }) => !isTitle(value))
      .map(({ value }) => `${JSON.stringify({ ...value, sessionId: id })}\n`);
    writeFileSync(to, lines.join(''), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new QwenError('io', `The session can't be copied (${code}); nothing was changed.`, error);
  }
}
