/**
 * The session of a run: which one it is, what was said in it before, and the file that records it. One process at a time: whoever
 * comes second is told so in one sentence. Decides nothing about the conversation itself.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../shared/clock.js';
import { QwenError } from '../shared/qwen-error.js';
import { createAppender } from './append-records.js';
import { gitBranch } from './git-branch.js';
import { processHolders, type HolderPorts } from './holder.js';
import { acquireLock, type LockAttempt } from './lock.js';
import { NONE_BEGUN, recordEvent } from './record-event.js';
import { userParts, type RecordBody } from './records.js';
import type { ResumedSession } from './resume.js';
import { chatsDir, isSessionId, newestSession, projectOfSession, sessionFile } from './session-files.js';
import type { Session, SessionChoice, SettleOpenCalls } from './types.js';

type Lock = Extract<LockAttempt, { kind: 'held' }>;

export interface OpenSessionOptions {
  readonly choice: SessionChoice;
  /** False: nothing is written, and nothing can be taken up again. */
  readonly recording: boolean;
  /** Root of run-time data. */
  readonly runtimeDir: string;
  /** Absolute working directory. */
  readonly cwd: string;
  readonly version: string;
  readonly clock: Clock;
  /** Called only for a session that was interrupted during a call of an MCP tool. */
  readonly settleOpenCalls: SettleOpenCalls;
  /** One sentence for stderr, during the run. */
  readonly warn: (shown: string) => void;
  readonly holders?: HolderPorts | undefined;
}

/** Throws QwenError 'usage' | 'io' with one sentence when the session can't be had. */
export async function openSession(options: OpenSessionOptions): Promise<Session> {
  const chosen = choose(options);
  const lock = options.recording ? takeLock(chosen, options) : undefined;
  try {
    if (chosen.isNew && existsSync(chosen.file))
      throw refusal(`Session ${chosen.id} exists already; ${goOn(chosen.id)}`);
    const earlier = chosen.isNew ? NOTHING : await resume(chosen, options);
    return startSession({ ...options, ...chosen, earlier, lock });
  } catch (error) {
    lock?.release();
    throw error;
  }
}

interface Chosen {
  readonly id: string;
  readonly isNew: boolean;
  readonly file: string;
}

function choose({ choice, recording, runtimeDir, cwd }: OpenSessionOptions): Chosen {
  const chats = chatsDir(runtimeDir, cwd);
  const withId = (id: string, isNew: boolean): Chosen => ({ id, isNew, file: sessionFile(chats, id) });
  if (choice.kind === 'new') return withId(choice.id ?? randomUUID(), true);
  if (!recording) throw refusal(RECORDING_OFF);
  if (choice.kind === 'continue') {
    const newest = newestSession(chats, cwd);
    return newest === undefined ? withId(randomUUID(), true) : withId(newest, false);
  }
  const known = isSessionId(choice.id) ? withId(choice.id, false) : undefined;
  if (known === undefined || !existsSync(known.file)) throw unknownSession(choice.id, runtimeDir);
  return known;
}

/** Undefined when the folder can't be written: the run goes on unrecorded. */
function takeLock({ id, file }: Chosen, { holders = processHolders, warn }: OpenSessionOptions): Lock | undefined {
  const path = file.replace(/\.jsonl$/, '.lock');
  let attempt;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    attempt = acquireLock(path, holders);
  } catch (error) {
    warn(notRecorded(error));
    return undefined;
  }
  if (attempt.kind === 'held') return attempt;
  const { pid, host } = attempt.by;
  throw refusal(
    attempt.elsewhere
      ? `Session ${id} is in use by process ${pid} on ${host}; if that has ended, delete ${path}.`
      : `Session ${id} is in use by another qwen (process ${pid}); wait for it to end, or start a new session.`,
  );
}

async function resume({ file, id }: Chosen, { settleOpenCalls }: OpenSessionOptions): Promise<ResumedSession> {
  const { resumeSession } = await import('./resume.js');
  return resumeSession(file, id, settleOpenCalls);
}

interface Started extends OpenSessionOptions, Chosen {
  readonly earlier: ResumedSession;
  readonly lock: Lock | undefined;
}

function startSession({ earlier, lock, ...options }: Started): Session {
  const { cwd, warn } = options;
  let branch = gitBranch(cwd);
  let begun = NONE_BEGUN;
  const appender = createAppender({
    ...options,
    ...earlier,
    sessionId: options.id,
    gitBranch: () => branch,
    onFailure: (error) => warn(notRecorded(error)),
  });
  const append = (body: RecordBody): void => {
    if (lock !== undefined) appender.append(body);
  };
  earlier.closing.forEach(append);
  return {
    id: options.id,
    history: earlier.history,
    notices: earlier.notices,
    user: (text, media) => {
      branch = gitBranch(cwd);
      append({ type: 'user', provenance: 'real_user', message: { role: 'user', parts: userParts(text, media) } });
    },
    event: (event, model) => {
      const step = recordEvent(begun, event, model);
      begun = step.begun;
      if (step.body !== undefined) append(step.body);
    },
    close: () => {
      appender.close();
      lock?.release();
    },
  };
}

const NOTHING: ResumedSession = { history: [], closing: [], notices: [], parentUuid: null, endsWhole: true };

const RECORDING_OFF =
  'There is no session to go on with: chat recording is off (--chat-recording or general.chatRecording).';

const refusal = (shown: string): QwenError => new QwenError('usage', shown);

const goOn = (id: string): string => `use --resume ${id} to go on with it.`;

function unknownSession(asked: string, runtimeDir: string): QwenError {
  const elsewhere = isSessionId(asked) ? projectOfSession(runtimeDir, asked) : undefined;
  return refusal(
    elsewhere === undefined
      ? `There is no session "${asked.slice(0, 100)}" of this directory.`
      : `Session ${asked} belongs to ${elsewhere}; run qwen there.`,
  );
}

function notRecorded(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return `From here on this session is not recorded and can't be taken up again: its file can't be written (${code}).`;
}
