/** The sessions of a working directory, for a list that people choose from. Reads only. */
import { isOfDirectory, readHead, recordedCwd, type SessionHead } from './session-head.js';
import { chatsDir, sessionFile, sessionsIn, type SessionEntry } from './session-files.js';
import { titleIn } from './session-title.js';
import { readContent } from './stored-content.js';
import type { StoredRecord } from './stored-record.js';

/** The fields and their names are those that `qwen sessions list --json` prints. What a file does not tell is left out. */
export interface SessionSummary {
  readonly sessionId: string;
  /** ISO 8601. */
  readonly startTime?: string;
  /** When it was last written to, in ms since the Unix epoch. */
  readonly mtime: number;
  /** The first thing that was asked, whole. */
  readonly prompt?: string;
  readonly gitBranch?: string;
  readonly customTitle?: string;
  readonly titleSource?: string;
  readonly filePath: string;
  readonly cwd: string;
}

export interface ListSessionsOptions {
  /** Root of run-time data. */
  readonly runtimeDir: string;
  /** Absolute working directory. */
  readonly cwd: string;
  /** Default: all of them. */
  readonly limit?: number | undefined;
}

/** The one that was written to last first. */
export function listSessions({ runtimeDir, cwd, limit = Infinity }: ListSessionsOptions): SessionSummary[] {
  const chats = chatsDir(runtimeDir, cwd);
  const found: SessionSummary[] = [];
  for (const entry of sessionsIn(chats)) {
    if (found.length >= limit) break;
    const filePath = sessionFile(chats, entry.id);
    const head = readHead(filePath);
    if (isOfDirectory(head, cwd)) found.push(summary(entry, head, { filePath, cwd }));
  }
  return found;
}

/** Ids of the sessions of this working directory that have exactly this title, the one that was written to last first. */
export function sessionsTitled({ runtimeDir, cwd }: ListSessionsOptions, title: string): string[] {
  const chats = chatsDir(runtimeDir, cwd);
  return sessionsIn(chats)
    .map(({ id }) => ({ id, file: sessionFile(chats, id) }))
    .filter(({ file }) => titleIn(file)?.customTitle === title && isOfDirectory(readHead(file), cwd))
    .map(({ id }) => id);
}

function summary(
  { id: sessionId, mtime }: SessionEntry,
  { records }: SessionHead,
  place: { readonly filePath: string; readonly cwd: string },
): SessionSummary {
  const firstText = (key: string): string | undefined =>
    records.map(({ value }) => value[key]).find((value) => typeof value === 'string');
  const [startTime, gitBranch, prompt] = [firstText('timestamp'), firstText('gitBranch'), firstPrompt(records)];
  return {
    sessionId,
    ...(startTime !== undefined && { startTime }),
    mtime,
    ...(prompt !== undefined && { prompt }),
    ...(gitBranch !== undefined && { gitBranch }),
    ...titleIn(place.filePath),
    filePath: place.filePath,
    cwd: recordedCwd(records) ?? place.cwd,
  };
}

function firstPrompt(records: readonly StoredRecord[]): string | undefined {
  return records
    .filter(({ value }) => value['type'] === 'user')
    .map(({ value }) => readContent(value['message']))
    .find((content) => content !== undefined && content.results.length === 0 && content.texts.length > 0)
    ?.texts.join('\n');
}
