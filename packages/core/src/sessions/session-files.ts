/**
 * Where the sessions of a project are kept, and which of them there are. One folder for each working directory, named after it;
 * two directories may share a folder (`/a/b` and `/a-b`), so whoever looks for "this project's" checks the records' own `cwd`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOfDirectory, readHead, recordedCwd } from './session-head.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** File systems take 255 bytes a name. */
const LONGEST_NAME = 240;

const ENDING = '.jsonl';

/** The folder's name for an absolute working directory. */
export function projectName(cwd: string): string {
  const name = cwd.replaceAll(/[^a-zA-Z0-9]/g, '-');
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME - 9)}-${createHash('sha256').update(cwd).digest('hex').slice(0, 8)}`;
}

/** The folder over all projects' folders. `runtimeDir` is the root of run-time data. */
export const projectsDir = (runtimeDir: string): string => join(runtimeDir, 'projects');

/** The folder of a project's sessions; it need not exist. */
export const chatsDir = (runtimeDir: string, cwd: string): string =>
  join(projectsDir(runtimeDir), projectName(cwd), 'chats');

export const sessionFile = (chats: string, id: string): string => join(chats, `${id}${ENDING}`);

/** Beside the session, while a process has it. */
export const lockFile = (file: string): string => `${file.slice(0, -ENDING.length)}.lock`;

export const isSessionId = (text: string): boolean => UUID.test(text);

/** The session that a file of this name holds; undefined when it is no session's file. */
export function sessionOfFile(name: string): string | undefined {
  const id = name.slice(0, -ENDING.length);
  return name.endsWith(ENDING) && isSessionId(id) ? id : undefined;
}

/** The id of the newest session of this working directory; undefined when there is none. */
export function newestSession(chats: string, cwd: string): string | undefined {
  return sessionsIn(chats).find(({ id }) => isOfDirectory(readHead(sessionFile(chats, id)), cwd))?.id;
}

/** The working directory of the project that has this session, if another one does. */
export function projectOfSession(runtimeDir: string, id: string): string | undefined {
  const projects = projectsDir(runtimeDir);
  const file = namesIn(projects)
    .map((name) => sessionFile(join(projects, name, 'chats'), id))
    .find((path) => existsSync(path));
  return file === undefined ? undefined : recordedCwd(readHead(file).records);
}

export interface SessionEntry {
  readonly id: string;
  /** When it was last written to, in ms. */
  readonly mtime: number;
}

/** The sessions of a folder, the one that was written to last first. */
export function sessionsIn(chats: string): SessionEntry[] {
  return namesIn(chats)
    .flatMap((name) => {
      const id = sessionOfFile(name);
      const stat = id === undefined ? undefined : statSync(join(chats, name), { throwIfNoEntry: false });
      return id !== undefined && stat?.isFile() === true ? [{ id, mtime: stat.mtimeMs }] : [];
    })
    .sort((a, b) => b.mtime - a.mtime);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
