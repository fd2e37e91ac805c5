/**
 * The settings of a conversation that goes on while people edit them: read again when a file changes or somebody asks. A
 * file that is broken then leaves everything as it was, and is told in one sentence. What only starts with a run (model,
 * environment, output) stays as the run began.
 */
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { PROJECT_SERVERS_FILE } from '@qwen-code/qwen-code-core/settings/project-servers.js';
import { watchFiles } from '@qwen-code/qwen-code-core/settings/watch-files.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { SelectedServers } from '@qwen-code/qwen-code-core/trust/select-servers.js';
import { join } from 'node:path';
import type { RunOptions } from '../args/parse-args.js';
import { notStartedWarnings, selectRunServers } from './select-run-servers.js';

export interface LiveSettingsOptions {
  readonly flags: RunOptions;
  readonly place: Place;
  readonly loaded: LoadedSettings;
  readonly selected: SelectedServers;
  readonly clock: Clock;
  readonly debug: DebugLog;
  /** Reads all of them again. Throws QwenError('config'). Missing: they stay as they are, and nothing is watched. */
  readonly reread?: (() => Promise<LoadedSettings>) | undefined;
  /** See WireOptions. */
  readonly asksAboutServers?: boolean | undefined;
  /** Brings the run in line. Never rejects. */
  onChange(loaded: LoadedSettings, selected: SelectedServers): Promise<void>;
  /** One line for people. */
  tell(shown: string): void;
}

export interface LiveSettings {
  readonly loaded: LoadedSettings;
  readonly selected: SelectedServers;
  /** Reads them again now. Resolves when the run is in line with them; one after the other, never rejects. */
  reload(): Promise<void>;
  stop(): void;
}

export function createLiveSettings(options: LiveSettingsOptions): LiveSettings {
  const { flags, place, clock, debug, reread } = options;
  let { loaded, selected } = options;
  let told = new Set(sentences(loaded, selected, options));
  let failure: string | undefined;
  let reloading = Promise.resolve();
  let stopped = false;

  const tell = (shown: string): void => {
    debug('settings', shown);
    options.tell(shown);
  };
  const tellNew = (shown: readonly string[]): void => {
    for (const sentence of shown) if (!told.has(sentence)) tell(sentence);
    told = new Set(shown);
  };

  const reload = async (read: () => Promise<LoadedSettings>): Promise<void> => {
    if (stopped) return;
    try {
      const next = await read();
      const nextSelected = selectRunServers({ flags, place, loaded: next });
      [loaded, selected, failure] = [next, nextSelected, undefined];
    } catch (error) {
      if (!(error instanceof QwenError)) debug('settings', 'not read again', error);
      const shown = error instanceof QwenError ? error.shown : 'The settings could not be read again.';
      if (shown !== failure) tell(`${shown} Until then everything stays as it was.`);
      failure = shown;
      return;
    }
    tellNew(sentences(loaded, selected, options));
    if (!stopped) await options.onChange(loaded, selected);
  };

  const live: LiveSettings = {
    get loaded() {
      return loaded;
    },
    get selected() {
      return selected;
    },
    reload: () => {
      if (reread !== undefined) reloading = reloading.then(() => reload(reread));
      return reloading;
    },
    stop: () => {
      stopped = true;
      watch?.close();
    },
  };
  const watch =
    reread && watchFiles({ files: filesOf(loaded, place), clock, debug, onChange: () => void live.reload() });
  return live;
}

const sentences = (
  loaded: LoadedSettings,
  selected: SelectedServers,
  options: Pick<LiveSettingsOptions, 'asksAboutServers'>,
): string[] => [...loaded.warnings, ...notStartedWarnings(selected, options)];

const filesOf = ({ paths }: LoadedSettings, { cwd }: Place): string[] => [
  ...Object.values(paths.files),
  join(cwd, PROJECT_SERVERS_FILE),
  paths.trustedFolders,
  paths.mcpApprovals,
];
