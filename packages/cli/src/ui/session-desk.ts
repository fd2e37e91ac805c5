/**
 * The recorded session that the conversation is, and how another one takes its place: opened first, so that what can't be had
 * leaves everything as it was. Not during a run.
 */
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { deleteSession } from '@qwen-code/qwen-code-core/sessions/delete-session.js';
import { listSessions, type SessionSummary } from '@qwen-code/qwen-code-core/sessions/list-sessions.js';
import type { Session, SessionChoice } from '@qwen-code/qwen-code-core/sessions/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';

export interface SessionDesk {
  current(): Session;
  /** When it began in this process, in ms since the Unix epoch. */
  begunMs(): number;
  /** Whether the session can be gone on with. */
  readonly recorded: boolean;
  /** Those of this folder that somebody said something in, the newest first; the current one among them. */
  list(): readonly SessionSummary[];
  /** Throws QwenError with one sentence when it can't be had. */
  begin(choice: SessionChoice): Promise<void>;
  /** The current one goes on from this history: it went back. */
  show(history: History): Promise<void>;
  /** Goes on in a copy of the current one. As `begin`. */
  fork(): Promise<void>;
  /** Never the current one. Throws QwenError with one sentence; it is still there then. */
  remove(id: string): Promise<void>;
}

export interface SessionDeskPorts {
  readonly recorded: boolean;
  readonly loaded: Pick<LoadedSettings, 'runtimeDir' | 'paths'>;
  readonly cwd: string;
  readonly clock: Clock;
  open(choice: SessionChoice, fork: boolean): Promise<Session>;
  /** The session that begins; the screen shows it from here on. */
  onBegin(session: Pick<Session, 'id' | 'history' | 'notices'>): Promise<void>;
}

export function createSessionDesk(first: Session, ports: SessionDeskPorts): SessionDesk {
  const { recorded, loaded, cwd, clock, open, onBegin } = ports;
  const { runtimeDir, paths } = loaded;
  let current = first;
  let begunMs = clock.now();
  const take = (session: Session): Promise<void> => {
    [current, begunMs] = [session, clock.now()];
    return onBegin(session);
  };
  return {
    current: () => current,
    begunMs: () => begunMs,
    recorded,
    list: () => listSessions({ runtimeDir, cwd }).filter(({ prompt }) => prompt !== undefined),
    begin: async (choice) => {
      if (choice.kind === 'resume' && choice.id === current.id) {
        throw new QwenError('usage', 'That is the session you are in.');
      }
      const before = current;
      await take(await open(choice, false));
      before.close();
    },
    show: (history) => onBegin({ id: current.id, history, notices: [] }),
    fork: async () => {
      if (!recorded) throw new QwenError('usage', 'There is nothing to copy: chat recording is off.');
      if (current.points().length === 0) throw new QwenError('usage', 'There is nothing to copy yet.');
      const { id } = current;
      // The copy is made of a session that nobody holds.
      current.close();
      try {
        await take(await open({ kind: 'resume', id }, true));
      } catch (error) {
        await take(await open({ kind: 'resume', id }, false));
        throw error;
      }
    },
    remove: async (id) => {
      if (id === current.id)
        throw new QwenError('usage', "The session you are in can't be deleted; /clear begins another.");
      await deleteSession({
        runtimeDir,
        cwd,
        id,
        journalDir: journalPlaces({ runtimeDir, userDir: paths.userDir }).dir,
      });
    },
  };
}
