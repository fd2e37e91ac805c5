/** The file of a session of this working directory. */
import { existsSync } from 'node:fs';
import { QwenError } from '../shared/qwen-error.js';
import type { SessionPlace } from './choose-session.js';
import { chatsDir, isSessionId, sessionFile } from './session-files.js';

export interface SessionQuestion {
  /** Root of run-time data. */
  readonly runtimeDir: string;
  /** Absolute working directory. */
  readonly cwd: string;
  readonly id: string;
}

/** Throws QwenError('usage') when there is none. */
export function placeOfSession({ runtimeDir, cwd, id }: SessionQuestion): SessionPlace {
  const file = sessionFile(chatsDir(runtimeDir, cwd), id);
  if (isSessionId(id) && existsSync(file)) return { id, file };
  throw new QwenError('usage', `There is no session "${id.slice(0, 100)}" of this directory.`);
}
