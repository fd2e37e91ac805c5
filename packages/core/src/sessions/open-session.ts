/**
 * The session of a run: which one it is, what was said in it before, and the file that records it. One process at a time: whoever
 * comes second is told so in one sentence. Decides nothing about the conversation itself.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../shared/clock.js';
import { QwenError } from '../shared/qwen-error.js';
import { createAppender } from './append-records.js';
import { chooseSession, type ChosenSession, type SessionPlace } from './choose-session.js';
import { copySession } from './copy-session.js';
import { gitBranch } from './git-branch.js';
import type { HolderPorts } from './holder.js';
import { holdSession, type HeldSession } from './hold-session.js';
import { NONE_BEGUN, recordEvent } from './record-event.js';
import { userParts, type RecordBody } from './records.js';
import type { ResumedSession } from './resume.js';
import { rewindPoints, rewindTo } from './rewind.js';
import { titleRecord } from './session-title.js';
import type { Session, SessionChoice, SettleOpenCalls } from './types.js';

export interface OpenSessionOptions {
  readonly choice: SessionChoice;
  /** Go on in a copy of the chosen session, under a new id; the original stays as it is. Default false. */
  readonly fork?: boolean | undefined;
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
  const { fork = false, recording } = options;
  const chosen = chooseSession({ ...options, fork });
  const lock = recording ? holdForRecording(chosen, options) : undefined;
  try {
    const earlier = await whatWasSaid(chosen, options);
    return startSession({ ...options, ...chosen, earlier, lock });
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** Undefined when the folder can't be written: the run goes on unrecorded. */
function holdForRecording(place: SessionPlace, { holders, warn }: OpenSessionOptions): HeldSession | undefined {
  try {
    mkdirSync(dirname(place.file), { recursive: true, mode: 0o700 });
    return holdSession(place, holders);
  } catch (error) {
    if (error instanceof QwenError && error.code === 'usage') throw error;
    warn(notRecorded(error instanceof QwenError ? error.cause : error));
    return undefined;
  }
}

async function whatWasSaid(chosen: ChosenSession, options: OpenSessionOptions): Promise<ResumedSession> {
  const { id, file } = chosen;
  switch (chosen.kind) {
    case 'new':
      if (!existsSync(file)) return NOTHING;
      throw new QwenError('usage', `Session ${id} exists already; use --resume ${id} to go on with it.`);
    case 'known':
      return resume(file, id, options);
    case 'copy': {
      // Held while it is read: a call that still runs in it would be taken for an interrupted one.
      const original = holdSession(chosen.of, options.holders);
      try {
        copySession({ from: chosen.of.file, to: file, id });
        // The journal knows the calls that were left open by the session that made them.
        return await resume(file, chosen.of.id, options);
      } finally {
        original.release();
      }
    }
  }
}

async function resume(file: string, madeIn: string, { settleOpenCalls }: OpenSessionOptions): Promise<ResumedSession> {
  const { resumeSession } = await import('./resume.js');
  return resumeSession(file, madeIn, settleOpenCalls);
}

interface Started extends OpenSessionOptions, SessionPlace {
  readonly kind: ChosenSession['kind'];
  readonly earlier: ResumedSession;
  readonly lock: HeldSession | undefined;
}

function startSession({ earlier, lock, ...options }: Started): Session {
  const { cwd, warn } = options;
  let branch = gitBranch(cwd);
  let begun = NONE_BEGUN;
  const appender = createAppender({
    ...options,
    ...earlier,
    isNew: options.kind === 'new',
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
    points: () => (lock === undefined ? [] : rewindPoints(options.file)),
    lookBack: (uuid) => rewindTo(options.file, uuid),
    rewind: (uuid) => {
      const { parentUuid, ...rewound } = rewindTo(options.file, uuid);
      appender.goBack(parentUuid);
      append({ type: 'system', provenance: 'system', subtype: 'rewind', systemPayload: {} });
      return rewound;
    },
    rename: (title) => append(titleRecord(title)),
    close: () => {
      appender.close();
      lock?.release();
    },
  };
}

const NOTHING: ResumedSession = { history: [], closing: [], notices: [], parentUuid: null, endsWhole: true };

function notRecorded(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return `From here on this session is not recorded and can't be taken up again: its file can't be written (${code}).`;
}
