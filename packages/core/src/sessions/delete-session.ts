/**
 * Deletes a session because a person says so. Never one that a process has, and never one that made a call whose outcome
 * is still open: after that nobody could make that call again with its arguments.
 */
import { rmSync } from 'node:fs';
import { QwenError } from '../shared/qwen-error.js';
import { fileHistoryDir } from '../tools/file-history/file-history.js';
import type { HolderPorts } from './holder.js';
import { holdSession } from './hold-session.js';
import { sessionsWithOpenOutcomes } from './open-outcomes.js';
import { placeOfSession, type SessionQuestion } from './place-of-session.js';

export interface DeleteSessionOptions extends SessionQuestion {
  /** The folder of the outcome journal. */
  readonly journalDir: string;
  readonly holders?: HolderPorts | undefined;
}

/** Throws QwenError 'usage' | 'io' with one sentence; the session is still there then. */
export async function deleteSession({ journalDir, holders, ...question }: DeleteSessionOptions): Promise<void> {
  const place = placeOfSession(question);
  const held = holdSession(place, holders);
  try {
    const open = await sessionsWithOpenOutcomes(journalDir);
    if (open === undefined) {
      throw new QwenError('io', "The session is kept: the outcome journal can't be read, so a call of it may be open.");
    }
    const record = open.get(place.id);
    if (record !== undefined) {
      throw new QwenError(
        'usage',
        `The session is kept: the outcome of one of its calls is unknown (record ${record}). Settle it first: qwen mcp outcomes.`,
      );
    }
    rmSync(place.file);
    rmSync(fileHistoryDir(question.runtimeDir, place.id), { recursive: true, force: true });
  } catch (error) {
    if (error instanceof QwenError) throw error;
    throw new QwenError('io', "The session's file can't be deleted.", error);
  } finally {
    held.release();
  }
}
