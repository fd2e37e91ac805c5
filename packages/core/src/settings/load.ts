/**
 * Loads the settings of one run: files, trust, environment, interpolation, check and merge, in this order.
 * Reads only. A broken file stops with QwenError('config'); a wrong value is a warning and is left out.
 */
import { DEFAULTS, type Defaults } from './defaults.js';
import { fillLayer, loadEnvironment, type FilledLayer } from './environment.js';
import { readLayers, SETTINGS_FILE, type SettingsSource } from './layers.js';
import { withPresentSpelling } from './legacy.js';
import { readMcpConfig } from './mcp-config.js';
import { mergeLayers } from './merge.js';
import { runtimeDir, settingsPaths, type Env, type FileScope, type Place, type SettingsPaths } from './paths.js';
import type { FileLabel, JsonObject } from './read-json.js';
import type { Settings } from './schema.js';
import { collectServers, type ConfiguredServer, type ServerLayer } from './servers.js';

export interface LoadOptions extends Place {
  /** The answer of an editor or host about this folder; it beats trustedFolders.json. */
  readonly trustOverride?: boolean | undefined;
  /** The value of `--mcp-config`. */
  readonly mcpConfig?: string | undefined;
  /** Servers by name that the program which drives qwen brings, as it sent them. `mcpConfig` beats them. */
  readonly hostServers?: JsonObject | undefined;
}

const HOST_LABEL: FileLabel = { what: 'Control request', file: 'initialize' };

export interface LoadedSettings {
  /** Merged over the defaults. MCP servers are in `servers` alone. */
  readonly settings: Settings & Defaults;
  /** The same without the workspace's own file: for what a project must not decide about itself. */
  readonly operatorSettings: Settings & Defaults;
  /** The real environment, then `.env` files, then `settings.env`. */
  readonly env: Env;
  readonly sources: readonly SettingsSource[];
  /** One sentence each, for stderr; no value of a setting or variable is in them. */
  readonly warnings: readonly string[];
  /** Declared servers of the files that count; trust/select-servers decides which start. */
  readonly servers: readonly ConfiguredServer[];
  /** Names in the ignored file of an untrusted workspace. */
  readonly untrustedServers: readonly string[];
  readonly workspaceTrusted: boolean;
  readonly paths: SettingsPaths;
  /** Root of sessions, logs and other run-time data. */
  readonly runtimeDir: string;
}

/** Throws QwenError('config') with one sentence when a file can't be understood. */
export async function loadSettings(options: LoadOptions): Promise<LoadedSettings> {
  const paths = settingsPaths(options);
  const raw = readLayers(options, paths, options.trustOverride);
  const environment = loadEnvironment(options, paths, raw);
  const given = [
    ...(options.hostServers === undefined ? [] : [{ label: HOST_LABEL, servers: options.hostServers }]),
    ...(options.mcpConfig === undefined ? [] : [readMcpConfig(options.mcpConfig, options.cwd)]),
  ];
  const filled = raw.layers.map((layer) => fillLayer(layer, environment));
  const checked = raw.layers.length === 0 && given.length === 0 ? NOTHING : await checkAll(filled, given);
  const merged = withDefaults(checked.layers);
  return {
    settings: merged,
    operatorSettings: withDefaults(checked.layers.filter(({ scope }) => scope !== 'workspace')),
    env: environment.env,
    sources: raw.sources,
    warnings: [...environment.warnings, ...filled.flatMap(({ warnings }) => warnings), ...checked.warnings],
    servers: collectServers(checked.serverLayers),
    untrustedServers: raw.untrustedServers,
    workspaceTrusted: raw.workspaceTrusted,
    paths,
    runtimeDir: runtimeDir(options, merged.advanced.runtimeOutputDir),
  };
}

interface CheckedAll {
  readonly layers: readonly { readonly scope: FileScope; readonly settings: Settings }[];
  readonly serverLayers: readonly ServerLayer[];
  readonly warnings: readonly string[];
}

const NOTHING: CheckedAll = { layers: [], serverLayers: [], warnings: [] };

/** The schema library is loaded here, and so only when there is something to check. */
async function checkAll(
  layers: readonly FilledLayer[],
  given: readonly { readonly label: FileLabel; readonly servers: JsonObject }[],
): Promise<CheckedAll> {
  const { checkLayer, checkServers } = await import('./check.js');
  const checked = layers.map((layer) => ({
    ...layer,
    ...checkLayer(layer.value, { what: SETTINGS_FILE, file: layer.file }),
  }));
  const fileLayers = checked.map(({ scope, file, servers, value, settings }): ServerLayer => {
    return { scope, file, servers, written: value['mcpServers'], serverCommand: settings.mcp?.serverCommand };
  });
  const givenLayers = given.map(({ servers: written, label }) => ({ written, ...checkServers(written, label) }));
  return {
    layers: checked.map(({ scope, settings }) => ({ scope, settings: withPresentSpelling(settings) })),
    serverLayers: [
      ...fileLayers,
      ...givenLayers.map(({ servers, written }): ServerLayer => {
        return { scope: 'command-line', file: undefined, servers, written };
      }),
    ],
    warnings: [...checked, ...givenLayers].flatMap(({ warnings }) => warnings),
  };
}

function withDefaults(layers: CheckedAll['layers']): Settings & Defaults {
  return mergeLayers([DEFAULTS, ...layers.map(({ settings }) => settings)]) as Settings & Defaults;
}
