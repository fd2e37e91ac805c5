/** The debug log that a run asked for, without the secrets it knows of; none without --debug. */
import type { ModelChoice } from '@qwen-code/qwen-code-core/models/registry.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { noDebugLog, type DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import type { RunOptions } from '../args/parse-args.js';
import { openDebugFile } from '../process/debug-file.js';
import { VERSION } from '../version.js';
import type { Output } from './renderer.js';

export interface DebugLogOptions {
  readonly options: Pick<RunOptions, 'debug'>;
  readonly loaded: LoadedSettings;
  readonly choice: ModelChoice;
  readonly sessionId: string;
  readonly clock: Clock;
  readonly output: Output;
}

export function debugLogOf({ options, loaded, choice, sessionId, clock, output }: DebugLogOptions): DebugLog {
  if (!options.debug) return noDebugLog;
  const { path, log } = openDebugFile({
    clock,
    runtimeDir: loaded.runtimeDir,
    sessionId,
    secrets: [choice.apiKey, ...serverSecrets(loaded)],
  });
  output.stderr(`Debug log: ${path}\n`);
  log('run', `qwen ${VERSION}, node ${process.versions.node}, ${process.platform}, model ${choice.name}`);
  return log;
}

/** Whatever is handed to servers as environment or header may be a token; short values would blank out plain words. */
function serverSecrets({ servers }: LoadedSettings): string[] {
  return servers
    .flatMap((server) => (server.kind === 'ok' ? [server.entry.env, server.entry.headers] : []))
    .flatMap((values) => Object.values(values ?? {}))
    .filter((value) => value.length >= 6);
}
