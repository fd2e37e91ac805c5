/**
 * Loads the settings of one run: files, trust, environment, interpolation, check and merge, in this order.
 * Reads only. A broken file stops with QwenError('config'); a wrong value is a warning and is left out.
 */
import { DEFAULTS, type Defaults } from './defaults.js';
import { fillLayer, loadEnvironment, type FilledLayer } from './environment.js';
import { readLayers, SETTINGS_FILE, type RawLayers, type SettingsSource } from './layers.js';
import { withPresentSpelling } from './legacy.js';
import { mergeLayers } from './merge.js';
import { runtimeDir, settingsPaths, type Env, type FileScope, type Place, type SettingsPaths } from './paths.js';
import type { JsonObject } from './read-json.js';
import type { Settings } from './schema.js';
import { readServerLists, type ServerList } from './server-lists.js';
import { uncustomised, type Uncustomised } from './uncustomised.js';
import { collectServers, type ConfiguredServer, type ServerLayer } from './servers.js';
import type { CheckedLayer } from './check.js';

export interface LoadOptions extends Place {
  /** The answer of an editor or host about this folder; it beats trustedFolders.json. */
  readonly trustOverride?: boolean | undefined;
  /** Nobody has said yet whether the folder is trusted: nothing of it is read, not even names. Default false. */
  readonly unread?: boolean | undefined;
  /** The value of `--mcp-config`. */
  readonly mcpConfig?: string | undefined;
  /** Servers by name that the program which drives qwen brings, as it sent them. `mcpConfig` beats them. */
  readonly hostServers?: JsonObject | undefined;
  /** Leaves out what was added to qwen, but nothing that protects. Default: everything counts. */
  readonly uncustomised?: Uncustomised | undefined;
}

export interface LoadedSettings {
  /** Merged over the defaults. MCP servers are in `servers` alone. */
  readonly settings: Settings & Defaults;
  /** The same without the workspace's own file: for what a project must not decide about itself. */
  readonly operatorSettings: Settings & Defaults;
  /** The real environment, then `.env` files, then `settings.env`. */
  readonly env: Env;
  /** Those of `env` that have their value from the project's own files: what a project can change by itself. */
  readonly fromProject: Readonly<Record<string, string>>;
  readonly sources: readonly SettingsSource[];
  /** One sentence each, for stderr; no value of a setting or variable is in them. */
  readonly warnings: readonly string[];
  /** Declared servers of the files that count; trust/select-servers decides which start. */
  readonly servers: readonly ConfiguredServer[];
  /** Names in the ignored files of an untrusted workspace. */
  readonly untrustedServers: readonly string[];
  readonly workspaceTrusted: boolean;
  readonly paths: SettingsPaths;
  /** Root of sessions, logs and other run-time data. */
  readonly runtimeDir: string;
}

/** Throws QwenError('config') with one sentence when a file can't be understood. */
export async function loadSettings(options: LoadOptions): Promise<LoadedSettings> {
  const paths = settingsPaths(options);
  const raw = countingLayers(readLayers(options, paths, options), options.uncustomised);
  const environment = loadEnvironment(options, paths, raw);
  const { fromProject } = environment;
  const files = raw.layers.map((layer) => fillLayer(layer, environment));
  const serverLists = readServerLists(options, raw.workspaceTrusted, environment);
  const checked = files.length === 0 && serverLists.length === 0 ? NOTHING : await checkAll(files, serverLists);
  const merged = withDefaults(checked.layers);
  return {
    settings: merged,
    operatorSettings: withDefaults(checked.layers.filter(({ scope }) => scope !== 'workspace')),
    env: environment.env,
    fromProject,
    sources: raw.sources,
    warnings: [environment, ...files, ...serverLists, checked].flatMap(({ warnings }) => warnings),
    servers: collectServers(checked.serverLayers, fromProject),
    untrustedServers: raw.untrustedServers,
    workspaceTrusted: raw.workspaceTrusted,
    paths,
    runtimeDir: runtimeDir(options, merged.advanced.runtimeOutputDir),
  };
}

function countingLayers(raw: RawLayers, kind: Uncustomised | undefined): RawLayers {
  if (kind === undefined) return raw;
  const layers = raw.layers.map((layer) => ({ ...layer, value: uncustomised(layer.value, kind) }));
  return { ...raw, layers, untrustedServers: [] };
}

interface CheckedAll {
  readonly layers: readonly { readonly scope: FileScope; readonly settings: Settings }[];
  readonly serverLayers: readonly ServerLayer[];
  readonly warnings: readonly string[];
}

const NOTHING: CheckedAll = { layers: [], serverLayers: [], warnings: [] };

/** The schema library is loaded here, and so only when there is something to check. */
async function checkAll(files: readonly FilledLayer[], serverLists: readonly ServerList[]): Promise<CheckedAll> {
  const { checkLayer, checkServers } = await import('./check.js');
  const checked = files.map((layer) => ({
    ...layer,
    ...checkLayer(layer.value, { what: SETTINGS_FILE, file: layer.file }),
  }));
  const lists = serverLists.map(({ filled, label, ...list }) => ({ ...list, ...checkServers(filled, label) }));
  return {
    layers: checked.map(({ scope, settings }) => ({ scope, settings: withPresentSpelling(settings) })),
    serverLayers: [...checked.map(serversOfFile), ...lists],
    warnings: [...checked, ...lists].flatMap(({ warnings }) => warnings),
  };
}

function serversOfFile({
  scope,
  file,
  servers,
  written,
  settings,
}: FilledLayer & Pick<CheckedLayer, 'servers' | 'settings'>): ServerLayer {
  const command = settings.mcp?.serverCommand;
  return {
    scope,
    file,
    servers,
    written: written.servers,
    serverCommand: command === undefined ? undefined : { filled: command, written: written.serverCommand },
  };
}

function withDefaults(layers: CheckedAll['layers']): Settings & Defaults {
  return mergeLayers([DEFAULTS, ...layers.map(({ settings }) => settings)]) as Settings & Defaults;
}
