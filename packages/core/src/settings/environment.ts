/**
 * The variables of one run: where their values come from, and every settings layer filled with them.
 * The operator's own files are never filled from the project's: a project can't turn the address or the command of a
 * server that the user declared. A variable that is not set is named with its place; a value is never shown.
 */
import { dottedKey } from './check-issue.js';
import { DEFAULTS } from './defaults.js';
import { mergeEnv, readEnvFiles, type EnvFile } from './env-files.js';
import { interpolate, type MissingVariable } from './interpolate.js';
import { SETTINGS_FILE, type RawLayer, type RawLayers } from './layers.js';
import { mergeLayers } from './merge.js';
import type { Env, Place, SettingsPaths } from './paths.js';
import { isJsonObject, ownValue, type FileLabel, type ParsedJson } from './read-json.js';

/** One point of view on the variables. */
interface View {
  /** Without `settings.env`: what `settings.env` itself is filled from. */
  readonly base: Env;
  readonly env: Env;
}

export interface Environment extends View {
  /** The same without what the project's own files set. */
  readonly operator: View;
  /** Names that have their value from the project's own files, with it. */
  readonly fromProject: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

export function loadEnvironment(
  place: Place,
  { userDir }: SettingsPaths,
  { layers, isTrusted }: RawLayers,
): Environment {
  const merged = mergeLayers([DEFAULTS, ...layers.map(({ value }) => value)]);
  const names = ownValue(merged['advanced'], 'excludedEnvVars');
  const excluded = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  const dotenv = readEnvFiles({ cwd: place.cwd, homeDir: place.homeDir, userDir, excluded, isTrusted });
  const base = mergeEnv(place.env, dotenv.files);
  const operatorBase = mergeEnv(place.env, dotenv.files.filter(isOperators)).env;
  const settingsEnv = layers
    .toReversed()
    .map((layer) => envOf(layer, layer.scope === 'workspace' ? base.env : operatorBase));
  const full = mergeEnv(base.env, settingsEnv);
  const operatorEnv = mergeEnv(operatorBase, settingsEnv.filter(isOperators)).env;
  return {
    base: base.env,
    env: full.env,
    operator: { base: operatorBase, env: operatorEnv },
    fromProject: differing(full.env, operatorEnv),
    warnings: [...dotenv.warnings, ...base.warnings, ...full.warnings],
  };
}

const isOperators = ({ ofProject }: EnvFile): boolean => ofProject !== true;

function differing(env: Env, operatorEnv: Env): Record<string, string> {
  const names = Object.keys(env).filter((name) => !Object.hasOwn(operatorEnv, name) || operatorEnv[name] !== env[name]);
  return Object.fromEntries(names.map((name) => [name, env[name] ?? '']));
}

function envOf({ scope, file, value }: RawLayer, base: Env): EnvFile {
  const env = value['env'];
  const texts = Object.entries(isJsonObject(env) ? env : {}).filter(([, item]) => typeof item === 'string');
  const values = interpolate(Object.fromEntries(texts), base).value as Record<string, string>;
  return { file, values, ofProject: scope === 'workspace' };
}

export interface FilledLayer extends RawLayer {
  /** `mcpServers` and `mcp.serverCommand` as they stand in the file. */
  readonly written: { readonly servers: unknown; readonly serverCommand: unknown };
  readonly warnings: readonly string[];
}

/** A layer with its variables filled, and a sentence for each that is not set. */
export function fillLayer(layer: RawLayer, environment: Environment): FilledLayer {
  const view = layer.scope === 'workspace' ? environment : environment.operator;
  const { env: ownEnv, hooks, ...rest } = layer.value;
  const filled = interpolate(rest, view.env);
  // Hook commands are shell text, with variables and defaults of their own.
  const filledHooks = interpolate(hooks === undefined ? {} : { hooks }, view.env, { defaults: false });
  const filledEnv = interpolate(ownEnv === undefined ? {} : { env: ownEnv }, view.base);
  const label = { what: SETTINGS_FILE, file: layer.file };
  return {
    ...layer,
    value: { ...filled.value, ...filledHooks.value, ...filledEnv.value },
    written: {
      servers: layer.value['mcpServers'],
      serverCommand: ownValue(layer.value['mcp'], 'serverCommand'),
    },
    warnings: [
      ...refusedKeyWarnings(layer, label),
      ...unsetWarnings([...filled.missing, ...filledEnv.missing], label, environment),
    ],
  };
}

export const refusedKeyWarnings = (
  { refusedKeys }: Pick<ParsedJson, 'refusedKeys'>,
  { what, file }: FileLabel,
): string[] => refusedKeys.map((key) => `${what} ${file}: "${key}" can't be used as a name; it is ignored.`);

/** One sentence for each reference that could not be filled. */
export function unsetWarnings(
  missing: readonly MissingVariable[],
  { what, file }: FileLabel,
  { fromProject }: Environment,
): string[] {
  return missing.map(({ path, name }) => {
    const why = Object.hasOwn(fromProject, name) ? "which only the project's own files set" : 'which is not set';
    return `${what} ${file}: "${dottedKey(path)}" refers to ${name}, ${why}; the text is used as it is written.`;
  });
}
