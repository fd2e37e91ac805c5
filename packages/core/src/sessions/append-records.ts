/**
 * Puts records at the end of a session's file, one line each, in the order they come, before the call returns: what was written
 * survives the death of the process, though not of the machine (the outcome journal is what must survive that).
 *
 * A file that can't be written ends the recording, never the run: said once, and nothing more is written after a gap.
 */
import { appendFileSync, closeSync, fchmodSync, openSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../shared/clock.js';
import { recordLine, type RecordBody, type RecordStamp } from './records.js';

export interface AppendOptions extends Pick<RecordStamp, 'sessionId' | 'cwd' | 'version'> {
  readonly file: string;
  /** The file must not exist yet. */
  readonly isNew: boolean;
  /** The last record that is there; null for none. */
  readonly parentUuid: string | null;
  /** False when the file's last line was cut off: it is ended first. */
  readonly endsWhole: boolean;
  readonly gitBranch: () => string | undefined;
  readonly clock: Clock;
  /** Called once, with what the file system said, when recording ends early. */
  readonly onFailure: (error: unknown) => void;
}

export interface RecordAppender {
  append(body: RecordBody): void;
  /** What comes next goes on from this record; null: from none. */
  goBack(parentUuid: string | null): void;
  close(): void;
}

export function createAppender(options: AppendOptions): RecordAppender {
  const { file, clock, gitBranch, sessionId, cwd, version } = options;
  let { parentUuid } = options;
  let descriptor: number | undefined;
  let broken = false;

  const open = (): number => {
    const opened = openSync(file, options.isNew ? 'ax' : 'a', 0o600);
    fchmodSync(opened, 0o600);
    if (!options.endsWhole) appendFileSync(opened, '\n');
    return opened;
  };

  return {
    append: (body) => {
      if (broken) return;
      const uuid = randomUUID();
      const timestamp = new Date(clock.now()).toISOString();
      const stamp = { uuid, parentUuid, sessionId, timestamp, cwd, version, gitBranch: gitBranch() };
      try {
        descriptor ??= open();
        appendFileSync(descriptor, recordLine(stamp, body));
        parentUuid = uuid;
      } catch (error) {
        broken = true;
        options.onFailure(error);
      }
    },
    goBack: (uuid) => {
      parentUuid = uuid;
    },
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
      broken = true;
    },
  };
}
