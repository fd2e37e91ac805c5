/**
 * Where the sessions of a project are kept, and which of them there are. One folder for each working directory, named after it;
 * two directories may share a folder (`/a/b` and `/a-b`), so whoever looks for "this project's" checks the records' own `cwd`.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseLines } from './stored-record.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** File systems take 255 bytes a name. */
const LONGEST_NAME = 240;

/** The folder's name for an absolute working directory. */
export function projectName(cwd: string): string {
  const name = cwd.replaceAll(/[^a-zA-Z0-9]/g, '-');
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME - 9)}-${createHash('sha256').update(cwd).digest('hex').slice(0, 8)}`;
}

/** The folder of a project's sessions; it need not exist. `runtimeDir` is the root of run-time data. */
export const chatsDir = (runtimeDir: string, cwd: string): string =>
  join(runtimeDir, 'projects', projectName(cwd), 'chats');

export const sessionFile = (chats: string, id: string): string => join(chats, `${id}.jsonl`);

export const isSessionId = (text: string): boolean => UUID.test(text);

/** The id of the newest session of this working directory; undefined when there is none. */
export function newestSession(chats: string, cwd: string): string | undefined {
  return sessionsIn(chats).find((id) => {
    const recorded = recordedCwd(sessionFile(chats, id));
    return recorded.kind === 'known' ? recorded.cwd === cwd : recorded.kind === 'untold';
  });
}

/** The working directory of the project that has this session, if another one does. */
export function projectOfSession(runtimeDir: string, id: string): string | undefined {
  const projects = join(runtimeDir, 'projects');
  for (const name of namesIn(projects)) {
    const file = sessionFile(join(projects, name, 'chats'), id);
    if (!existsSync(file)) continue;
    const recorded = recordedCwd(file);
    return recorded.kind === 'known' ? recorded.cwd : undefined;
  }
  return undefined;
}

/** Ids, the one that was written to last first. */
function sessionsIn(chats: string): string[] {
  return namesIn(chats)
    .filter((name) => name.endsWith('.jsonl') && isSessionId(name.slice(0, -'.jsonl'.length)))
    .flatMap((name) => {
      const stat = statSync(join(chats, name), { throwIfNoEntry: false });
      return stat?.isFile() === true ? [{ id: name.slice(0, -'.jsonl'.length), at: stat.mtimeMs }] : [];
    })
    .sort((a, b) => b.at - a.at)
    .map(({ id }) => id);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

type RecordedCwd =
  | { readonly kind: 'known'; readonly cwd: string }
  /** Records that do not say where they were made. */
  | { readonly kind: 'untold' }
  /** Not one whole record, or not readable. */
  | { readonly kind: 'empty' };

const HEAD_BYTES = 256 * 1024;

/** Looks at the head of the file alone. A first line longer than that is taken for a record of this project. */
function recordedCwd(file: string): RecordedCwd {
  const head = readHead(file);
  const { records } = parseLines(head);
  const cwd = records.map(({ value }) => value['cwd']).find((value) => typeof value === 'string');
  if (cwd !== undefined) return { kind: 'known', cwd: cwd as string };
  return records.length > 0 || head.length >= HEAD_BYTES ? { kind: 'untold' } : { kind: 'empty' };
}

function readHead(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const buffer = Buffer.allocUnsafe(HEAD_BYTES);
      return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}
