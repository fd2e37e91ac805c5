/**
 * Loads the settings of one run: files, trust, environment, interpolation, check and merge, in this order.
 * Reads only. A broken file stops with QwenError('config'); a wrong value is a warning and is left out.
 */
import { dottedKey } from './check-issue.js';
import { DEFAULTS, type Defaults } from './defaults.js';
import { mergeEnv, readEnvFiles, type EnvFile } from './env-files.js';
import { interpolate, type MissingVariable } from './interpolate.js';
import { readLayers, SETTINGS_FILE, type RawLayer, type SettingsSource } from './layers.js';
import { withPresentSpelling } from './legacy.js';
import { readMcpConfig } from './mcp-config.js';
import { mergeLayers } from './merge.js';
import { runtimeDir, settingsPaths, type Env, type Place, type SettingsPaths } from './paths.js';
import { isJsonObject, ownValue, type FileLabel, type JsonObject } from './read-json.js';
import type { Settings } from './schema.js';
import { collectServers, type ConfiguredServer, type ServerLayer } from './servers.js';

export interface LoadOptions extends Place {
  /** The answer of an editor or host about this folder; it beats trustedFolders.json. */
  readonly trustOverride?: boolean | undefined;
  /** The value of `--mcp-config`. */
  readonly mcpConfig?: string | undefined;
}

export interface LoadedSettings {
  /** Merged over the defaults. MCP servers are in `servers` alone. */
  readonly settings: Settings & Defaults;
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
  const flag = options.mcpConfig === undefined ? undefined : readMcpConfig(options.mcpConfig, options.cwd);
  const filled = raw.layers.map((layer) => fillLayer(layer, environment));
  const checked = raw.layers.length === 0 && flag === undefined ? NOTHING : await checkAll(filled, flag);
  const merged = withDefaults(checked.settings);
  return {
    settings: merged,
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

interface Environment {
  /** Without `settings.env`: what `settings.env` itself is filled from. */
  readonly base: Env;
  readonly env: Env;
  readonly warnings: readonly string[];
}

function loadEnvironment(
  place: Place,
  { userDir }: SettingsPaths,
  { layers, isTrusted }: ReturnType<typeof readLayers>,
): Environment {
  const merged = mergeLayers([DEFAULTS, ...layers.map(({ value }) => value)]);
  const names = ownValue(merged['advanced'], 'excludedEnvVars');
  const excluded = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  const dotenv = readEnvFiles({ cwd: place.cwd, homeDir: place.homeDir, userDir, excluded, isTrusted });
  const base = mergeEnv(place.env, dotenv.files);
  const settingsEnv = layers.toReversed().map((layer) => envOf(layer, base.env));
  const full = mergeEnv(base.env, settingsEnv);
  return { base: base.env, env: full.env, warnings: [...dotenv.warnings, ...base.warnings, ...full.warnings] };
}

function envOf({ file, value }: RawLayer, base: Env): EnvFile {
  const env = value['env'];
  const texts = Object.entries(isJsonObject(env) ? env : {}).filter(([, item]) => typeof item === 'string');
  return { file, values: interpolate(Object.fromEntries(texts), base).value as Record<string, string> };
}

interface FilledLayer extends RawLayer {
  readonly warnings: readonly string[];
}

/** A layer with its variables filled, and a sentence for each that is not set. */
function fillLayer(layer: RawLayer, { base, env }: Environment): FilledLayer {
  const { env: ownEnv, ...rest } = layer.value;
  const filled = interpolate(rest, env);
  const filledEnv = interpolate(ownEnv === undefined ? {} : { env: ownEnv }, base);
  const start = `${SETTINGS_FILE} ${layer.file}: `;
  const refused = layer.refusedKeys.map((key) => `${start}"${key}" can't be used as a name; it is ignored.`);
  const unset = [...filled.missing, ...filledEnv.missing].filter(isWorthTelling).map(({ path, name }) => {
    return `${start}"${dottedKey(path)}" refers to ${name}, which is not set; the text is used as it is written.`;
  });
  return { ...layer, value: { ...filled.value, ...filledEnv.value }, warnings: [...refused, ...unset] };
}

/** Hook commands are shell text, with variables of their own. */
const isWorthTelling = ({ path }: MissingVariable): boolean => path[0] !== 'hooks';

interface CheckedAll {
  readonly settings: readonly Settings[];
  readonly serverLayers: readonly ServerLayer[];
  readonly warnings: readonly string[];
}

const NOTHING: CheckedAll = { settings: [], serverLayers: [], warnings: [] };

/** The schema library is loaded here, and so only when there is something to check. */
async function checkAll(
  layers: readonly FilledLayer[],
  flag: { readonly label: FileLabel; readonly servers: JsonObject } | undefined,
): Promise<CheckedAll> {
  const { checkLayer, checkServers } = await import('./check.js');
  const checked = layers.map((layer) => ({
    ...layer,
    ...checkLayer(layer.value, { what: SETTINGS_FILE, file: layer.file }),
  }));
  const fileLayers = checked.map(({ scope, file, servers, value, settings }): ServerLayer => {
    return { scope, file, servers, written: value['mcpServers'], serverCommand: settings.mcp?.serverCommand };
  });
  const flagLayers = flag === undefined ? [] : [{ flag, ...checkServers(flag.servers, flag.label) }];
  return {
    settings: checked.map(({ settings }) => withPresentSpelling(settings)),
    serverLayers: [
      ...fileLayers,
      ...flagLayers.map(({ servers }): ServerLayer => {
        return { scope: 'command-line', file: undefined, servers, written: flag?.servers };
      }),
    ],
    warnings: [...checked, ...flagLayers].flatMap(({ warnings }) => warnings),
  };
}

function withDefaults(layers: readonly Settings[]): Settings & Defaults {
  return mergeLayers([DEFAULTS, ...layers]) as Settings & Defaults;
}
