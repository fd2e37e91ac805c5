/**
 * The outcome journal of a run, and what holds back a call while an identical one is unknown. Touches no file before a
 * call that must not be repeated is made, but for a look at what is on record already.
 */
import { createOutcomeJournal, type OutcomeJournal } from '@qwen-code/qwen-code-core/mcp/journal/create-journal.js';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { isPruneDue, pruneJournal } from '@qwen-code/qwen-code-core/mcp/journal/prune.js';
import { stricter } from '@qwen-code/qwen-code-core/mcp/reconcile/freeze.js';
import {
  createFreezeGuard,
  type AskFrozen,
  type FreezeGuard,
} from '@qwen-code/qwen-code-core/mcp/reconcile/freeze-guard.js';
import { watchUnknown } from '@qwen-code/qwen-code-core/mcp/reconcile/unknown-watch.js';
import type { FreezeSetting } from '@qwen-code/qwen-code-core/settings/freeze-setting.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';

export interface OutcomeSideOptions {
  readonly place: Place;
  readonly loaded: LoadedSettings;
  /** The conversation that goes on now. */
  sessionId(): string;
  readonly version: string;
  readonly clock: Clock;
  readonly debug: DebugLog;
  /** Asks the person at the terminal. Missing: nobody can be asked, and a frozen call is refused. */
  readonly askFrozen?: AskFrozen | undefined;
}

export interface OutcomeSide {
  readonly journal: OutcomeJournal;
  readonly freeze: FreezeGuard;
  /** Reads what is on record and drops what is out of date, so that the first call need not wait. Never rejects. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

export function createOutcomeSide(options: OutcomeSideOptions): OutcomeSide {
  const { place, loaded, clock, debug } = options;
  const places = journalPlaces({ runtimeDir: loaded.runtimeDir, userDir: loaded.paths.userDir });
  const workspace = place.cwd;
  const journal = createOutcomeJournal({
    ...places,
    workspace,
    get session() {
      return options.sessionId();
    },
    version: options.version,
    clock,
  });
  const watch = watchUnknown({ dir: places.dir, workspace, clock, own: journal.own });
  const setting = freezeSetting(loaded);
  return {
    journal,
    freeze: createFreezeGuard({ journal, watch, setting: () => setting, askFrozen: options.askFrozen, debug }),
    warmUp: async () => {
      try {
        const { retentionDays } = loaded.operatorSettings.mcp.unknownOutcomes;
        const retention = { dir: places.dir, nowMs: clock.now(), retentionDays };
        if (await isPruneDue(retention)) debug('mcp', 'records out of date', await pruneJournal(retention));
        if (setting !== 'off') await watch.unknowns();
      } catch (error) {
        debug('mcp', 'the outcome journal could not be read', error);
      }
    },
    close: () => journal.close(),
  };
}

/** What a project says of itself can only hold more calls back. */
export function freezeSetting({
  settings,
  operatorSettings,
}: Pick<LoadedSettings, 'settings' | 'operatorSettings'>): FreezeSetting {
  return stricter(operatorSettings.mcp.unknownOutcomes.freeze, settings.mcp.unknownOutcomes.freeze);
}
