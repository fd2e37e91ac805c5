/** Which session a run is to be, from what was asked for and what is on disk. Reads only. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { QwenError } from '../shared/qwen-error.js';
import { sessionsTitled } from './list-sessions.js';
import { chatsDir, isSessionId, newestSession, projectOfSession, sessionFile } from './session-files.js';
import type { SessionChoice } from './types.js';

export interface ChooseOptions {
  readonly choice: SessionChoice;
  /** Go on in a copy of the chosen session. */
  readonly fork: boolean;
  readonly recording: boolean;
  /** Root of run-time data. */
  readonly runtimeDir: string;
  /** Absolute working directory. */
  readonly cwd: string;
}

export interface SessionPlace {
  readonly id: string;
  readonly file: string;
}

export type ChosenSession =
  | ({ readonly kind: 'new' | 'known' } & SessionPlace)
  | ({ readonly kind: 'copy'; readonly of: SessionPlace } & SessionPlace);

/** Throws QwenError('usage'). */
export function chooseSession(options: ChooseOptions): ChosenSession {
  const { choice, fork, recording, runtimeDir, cwd } = options;
  const chats = chatsDir(runtimeDir, cwd);
  const place = (id: string): SessionPlace => ({ id, file: sessionFile(chats, id) });
  if (choice.kind === 'new') return { kind: 'new', ...place(choice.id ?? randomUUID()) };
  if (!recording) throw refusal(RECORDING_OFF);
  const found = choice.kind === 'continue' ? newestSession(chats, cwd) : knownSession(choice.id, options);
  if (found === undefined) return { kind: 'new', ...place(randomUUID()) };
  return fork ? { kind: 'copy', of: place(found), ...place(randomUUID()) } : { kind: 'known', ...place(found) };
}

/** `asked`: an id, or a title that only one session has. */
function knownSession(asked: string, { runtimeDir, cwd }: ChooseOptions): string {
  if (isSessionId(asked) && existsSync(sessionFile(chatsDir(runtimeDir, cwd), asked))) return asked;
  const titled = sessionsTitled({ runtimeDir, cwd }, asked);
  if (titled.length > 1) {
    throw refusal(`${titled.length} sessions have that title; use the id of one of them: ${titled.join(', ')}.`);
  }
  if (titled[0] !== undefined) return titled[0];
  const elsewhere = isSessionId(asked) ? projectOfSession(runtimeDir, asked) : undefined;
  throw refusal(
    elsewhere === undefined
      ? `There is no session "${asked.slice(0, 100)}" of this directory.`
      : `Session ${asked} belongs to ${elsewhere}; run qwen there.`,
  );
}

const RECORDING_OFF =
  'There is no session to go on with: chat recording is off (--chat-recording or general.chatRecording).';

const refusal = (shown: string): QwenError => new QwenError('usage', shown);
