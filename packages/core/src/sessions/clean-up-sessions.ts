/**
 * Deletes sessions of every project that nobody wrote to for a long time. Never one that a process has, and never one
 * that made a call whose outcome is still open; while the outcome journal can't be read whole, none at all.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileHistoryDir } from '../tools/file-history/file-history.js';
import { processHolders, type HolderPorts } from './holder.js';
import { acquireLock } from './lock.js';
import { sessionsWithOpenOutcomes } from './open-outcomes.js';
import { lockFile, projectsDir, sessionOfFile } from './session-files.js';

export interface CleanUpOptions {
  /** Root of run-time data. */
  readonly runtimeDir: string;
  /** The folder of the outcome journal. */
  readonly journalDir: string;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** Less than one day: nothing is ever deleted. */
  readonly periodDays: number;
  readonly holders?: HolderPorts | undefined;
}

const DAY_MS = 86_400_000;

interface OldSession {
  readonly id: string;
  readonly file: string;
}

/** Resolves with how many were deleted; what can't be read or deleted stays. Never rejects. */
export async function cleanUpSessions(options: CleanUpOptions): Promise<number> {
  const { journalDir, nowMs, periodDays, holders = processHolders } = options;
  if (!(periodDays >= 1)) return 0;
  const cutoffMs = nowMs - periodDays * DAY_MS;
  const old = await oldSessions(projectsDir(options.runtimeDir), cutoffMs);
  const open = old.length === 0 ? undefined : await sessionsWithOpenOutcomes(journalDir);
  if (open === undefined) return 0;
  let deleted = 0;
  for (const session of old) {
    if (!open.has(session.id) && (await removeUnlessInUse(session.file, cutoffMs, holders))) {
      deleted += 1;
      await rm(fileHistoryDir(options.runtimeDir, session.id), { recursive: true, force: true }).catch(() => {});
    }
  }
  return deleted;
}

async function oldSessions(projects: string, cutoffMs: number): Promise<readonly OldSession[]> {
  const found: OldSession[] = [];
  for (const project of await namesIn(projects)) {
    const chats = join(projects, project, 'chats');
    for (const name of await namesIn(chats)) {
      const id = sessionOfFile(name);
      const file = join(chats, name);
      if (id !== undefined && (await isOld(file, cutoffMs))) found.push({ id, file });
    }
  }
  return found;
}

/** Somebody may have gone on with it since it was found. */
async function removeUnlessInUse(file: string, cutoffMs: number, holders: HolderPorts): Promise<boolean> {
  try {
    const lock = acquireLock(lockFile(file), holders);
    if (lock.kind === 'busy') return false;
    try {
      const isStillOld = await isOld(file, cutoffMs);
      if (isStillOld) await rm(file);
      return isStillOld;
    } finally {
      lock.release();
    }
  } catch {
    return false;
  }
}

async function isOld(file: string, cutoffMs: number): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true && found.mtimeMs < cutoffMs;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
