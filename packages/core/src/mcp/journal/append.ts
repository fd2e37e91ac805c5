/**
 * The one writer of a process: lines go out in the order they came, several that wait go out together, and no file is
 * made before there is something to write. A file that was deleted or failed is followed by a new one, which begins with
 * whatever must not be missing.
 *
 * Never decides what is written; never rewrites a file, its own or another's.
 */
import { randomBytes } from 'node:crypto';
import { createJournalFile, type JournalFile, type OpenFile } from './journal-file.js';

export interface AppenderOptions {
  readonly dir: string;
  /** The first line of a new file. */
  head(): string;
  /** Lines that must stand in a new file too. */
  carry(): readonly string[];
  /** Milliseconds since the Unix epoch. */
  now(): number;
  readonly openFile?: OpenFile | undefined;
}

export interface Appender {
  /** Resolves once the lines are written, and with `durable` on disk. Rejects with the file system's error. */
  append(lines: string, options: { readonly durable: boolean }): Promise<void>;
  /** Waits for what is being written and lets the file go; a later line goes to a new one. */
  close(): Promise<void>;
}

interface Batch {
  readonly lines: string[];
  durable: boolean;
  readonly written: Promise<void>;
  settle(error?: unknown): void;
}

export function createAppender(options: AppenderOptions): Appender {
  let file: JournalFile | undefined;
  let next: Batch | undefined;
  let busy: Promise<void> | undefined;

  const write = async ({ lines, durable }: Batch): Promise<void> => {
    const text = lines.join('');
    const known = file;
    file = undefined;
    if (known !== undefined) {
      await known.append(text, { durable });
      if (await known.isThere()) {
        file = known;
        return;
      }
      await known.close();
    }
    const fresh = await createJournalFile(
      { dir: options.dir, name: fileName(options.now()), text: options.head() + options.carry().join('') + text },
      options.openFile,
    );
    if (!(await fresh.isThere())) {
      await fresh.close();
      throw Object.assign(new Error('the folder vanished while the record was written'), { code: 'ENOENT' });
    }
    file = fresh;
  };

  const drain = async (): Promise<void> => {
    for (let batch = next; batch !== undefined; batch = next) {
      next = undefined;
      await write(batch).then(
        () => batch.settle(),
        (error: unknown) => batch.settle(error),
      );
    }
    busy = undefined;
  };

  return {
    append: (line, { durable }) => {
      next ??= newBatch();
      next.lines.push(line);
      next.durable ||= durable;
      const { written } = next;
      busy ??= drain();
      return written;
    },
    close: async () => {
      await busy;
      const last = file;
      file = undefined;
      await last?.close();
    },
  };
}

function newBatch(): Batch {
  let settle: Batch['settle'] = () => {};
  const written = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error));
  });
  return { lines: [], durable: false, written, settle };
}

/** Begins with its time, so that names sort by age. */
export function fileName(nowMs: number, pid = process.pid): string {
  const at = new Date(nowMs).toISOString().replace(/[-:.]/g, '');
  return `${at}-${pid}-${randomBytes(4).toString('hex')}.jsonl`;
}
