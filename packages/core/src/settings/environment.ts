/**
 * The variables of one run: where their values come from, and every settings layer filled with them.
 * A variable that is not set is named with its place; a value is never shown.
 */
import { dottedKey } from './check-issue.js';
import { DEFAULTS } from './defaults.js';
import { mergeEnv, readEnvFiles, type EnvFile } from './env-files.js';
import { interpolate, type MissingVariable } from './interpolate.js';
import { SETTINGS_FILE, type RawLayer, type RawLayers } from './layers.js';
import { mergeLayers } from './merge.js';
import type { Env, Place, SettingsPaths } from './paths.js';
import { isJsonObject, ownValue } from './read-json.js';

export interface Environment {
  /** Without `settings.env`: what `settings.env` itself is filled from. */
  readonly base: Env;
  readonly env: Env;
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
  const settingsEnv = layers.toReversed().map((layer) => envOf(layer, base.env));
  const full = mergeEnv(base.env, settingsEnv);
  return { base: base.env, env: full.env, warnings: [...dotenv.warnings, ...base.warnings, ...full.warnings] };
}

function envOf({ file, value }: RawLayer, base: Env): EnvFile {
  const env = value['env'];
  const texts = Object.entries(isJsonObject(env) ? env : {}).filter(([, item]) => typeof item === 'string');
  return { file, values: interpolate(Object.fromEntries(texts), base).value as Record<string, string> };
}

export interface FilledLayer extends RawLayer {
  readonly warnings: readonly string[];
}

/** A layer with its variables filled, and a sentence for each that is not set. */
export function fillLayer(layer: RawLayer, { base, env }: Environment): FilledLayer {
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
