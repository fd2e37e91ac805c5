/** The session of a headless run, from flags and settings: where it is kept, and who is asked about interrupted calls. */
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { openSession } from '@qwen-code/qwen-code-core/sessions/open-session.js';
import type { Session, SettleOpenCalls } from '@qwen-code/qwen-code-core/sessions/types.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { RunOptions } from '../args/parse-args.js';
import { VERSION } from '../version.js';

export interface RunSessionOptions {
  readonly flags: Pick<RunOptions, 'session' | 'forkSession' | 'chatRecording'>;
  readonly place: Place;
  readonly loaded: LoadedSettings;
  readonly clock: Clock;
  /** One sentence for stderr. */
  readonly warn: (shown: string) => void;
}

/** Throws QwenError 'usage' | 'io' with one sentence when the session can't be had. */
export function openRunSession({ flags, place, loaded, clock, warn }: RunSessionOptions): Promise<Session> {
  const { runtimeDir, paths, settings } = loaded;
  const settleOpenCalls: SettleOpenCalls = async (session, calls) => {
    const { settleOpenCalls: settle } = await import('@qwen-code/qwen-code-core/sessions/settle-open-calls.js');
    return settle(calls, {
      session,
      ...journalPlaces({ runtimeDir, userDir: paths.userDir }),
      workspace: place.cwd,
      version: VERSION,
      clock,
    });
  };
  if (flags.session.kind === 'pick') throw nothingToPick();
  return openSession({
    choice: flags.session,
    fork: flags.forkSession,
    recording: flags.chatRecording ?? settings.general.chatRecording,
    runtimeDir,
    cwd: place.cwd,
    version: VERSION,
    clock,
    settleOpenCalls,
    warn,
  });
}

/** A session is to be chosen where nobody can choose. */
export const nothingToPick = (): QwenError =>
  new QwenError(
    'usage',
    'Say which session: --resume ID or --resume "TITLE"; qwen sessions list shows them. Choosing from a list needs a terminal and no prompt.',
  );
