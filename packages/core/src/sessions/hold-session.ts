/** Takes a session for this process alone, or says in one sentence who has it. */
import { QwenError } from '../shared/qwen-error.js';
import type { SessionPlace } from './choose-session.js';
import { processHolders, type HolderPorts } from './holder.js';
import { acquireLock, type LockAttempt } from './lock.js';
import { lockFile } from './session-files.js';

export type HeldSession = Extract<LockAttempt, { kind: 'held' }>;

/** Throws QwenError 'usage' while another process has it, 'io' when no lock can be written beside it. */
export function holdSession({ id, file }: SessionPlace, holders: HolderPorts = processHolders): HeldSession {
  const path = lockFile(file);
  const attempt = tryLock(path, holders);
  if (attempt.kind === 'held') return attempt;
  const { pid, host } = attempt.by;
  throw new QwenError(
    'usage',
    attempt.elsewhere
      ? `Session ${id} is in use by process ${pid} on ${host}; if that has ended, delete ${path}.`
      : `Session ${id} is in use by another qwen (process ${pid}); wait for it to end, or start a new session.`,
  );
}

function tryLock(path: string, holders: HolderPorts): LockAttempt {
  try {
    return acquireLock(path, holders);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new QwenError('io', `The folder of this session can't be written (${code}).`, error);
  }
}
