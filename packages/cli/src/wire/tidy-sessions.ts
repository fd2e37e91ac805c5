/**
 * Deletes sessions that are out of date, beside the run: nothing waits for it, and it ends with the process. How long they
 * are kept is for the operator's settings to say; a project can't shorten it.
 */
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';

export interface TidyOptions {
  readonly loaded: LoadedSettings;
  readonly clock: Clock;
  readonly debug: DebugLog;
}

/** The returned function begins; later calls do nothing. */
export function tidiesSessions({ loaded, clock, debug }: TidyOptions): () => void {
  let begun = false;
  const tidy = async (): Promise<void> => {
    const { cleanUpSessions } = await import('@qwen-code/qwen-code-core/sessions/clean-up-sessions.js');
    const { runtimeDir, paths, operatorSettings } = loaded;
    const deleted = await cleanUpSessions({
      runtimeDir,
      journalDir: journalPlaces({ runtimeDir, userDir: paths.userDir }).dir,
      nowMs: clock.now(),
      periodDays: operatorSettings.general.cleanupPeriodDays,
    });
    if (deleted > 0) debug('sessions', `${deleted} sessions out of date were deleted`);
  };
  return () => {
    if (!begun) void tidy();
    begun = true;
  };
}
