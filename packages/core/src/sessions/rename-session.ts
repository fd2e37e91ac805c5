/** Gives a title to a session that no process has; one that this process records is renamed through its own value. */
import { readFileSync } from 'node:fs';
import type { Clock } from '../shared/clock.js';
import { QwenError } from '../shared/qwen-error.js';
import { createAppender } from './append-records.js';
import { gitBranch } from './git-branch.js';
import type { HolderPorts } from './holder.js';
import { holdSession } from './hold-session.js';
import { placeOfSession } from './place-of-session.js';
import { titleRecord } from './session-title.js';
import { chainOf, parseLines } from './stored-record.js';

export interface RenameSessionOptions {
  /** Root of run-time data. */
  readonly runtimeDir: string;
  /** Absolute working directory. */
  readonly cwd: string;
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly clock: Clock;
  readonly holders?: HolderPorts | undefined;
}

/** Throws QwenError 'usage' | 'io' with one sentence. */
export function renameSession({ runtimeDir, cwd, id, title, version, clock, holders }: RenameSessionOptions): void {
  const record = titleRecord(title);
  const place = placeOfSession({ runtimeDir, cwd, id });
  const held = holdSession(place, holders);
  try {
    const { records, endsWhole } = parseLines(readFileSync(place.file, 'utf8'));
    const appender = createAppender({
      file: place.file,
      isNew: false,
      sessionId: id,
      cwd,
      version,
      clock,
      endsWhole,
      parentUuid: chainOf(records).findLast(({ uuid }) => uuid !== undefined)?.uuid ?? null,
      gitBranch: () => gitBranch(cwd),
      onFailure: (error) => {
        throw new QwenError('io', `The title can't be written into the session's file.`, error);
      },
    });
    appender.append(record);
    appender.close();
  } finally {
    held.release();
  }
}
