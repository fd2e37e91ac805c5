/**
 * What of a settings file still counts in a run without customisation. Pure.
 *
 * Such a run leaves out what was added to qwen, never what protects: refusals, trust, and where unknown outcomes are on
 * record count as ever.
 */
import { isJsonObject, type JsonObject } from './read-json.js';

/** `bare`: only what protects. `safe`: also how the model is reached, so that a run works at all. */
export type Uncustomised = 'bare' | 'safe';

const PROTECTS = [
  'permissions.ask',
  'permissions.deny',
  'tools.exclude',
  'tools.sandbox',
  'security.folderTrust',
  'security.auth.enforcedType',
  'mcp.unknownOutcomes',
  'general.cleanupPeriodDays',
  'general.chatRecording',
  'advanced.runtimeOutputDir',
  'advanced.excludedEnvVars',
];

const REACHES_MODEL = [
  'model.name',
  'model.generationConfig',
  'modelProviders',
  'providerProtocol',
  'security.auth',
  'env',
  'proxy',
];

export function uncustomised(settings: JsonObject, kind: Uncustomised): JsonObject {
  const paths = kind === 'bare' ? PROTECTS : [...PROTECTS, ...REACHES_MODEL];
  return picked(
    settings,
    paths.map((path) => path.split('.')),
  );
}

/** The part of `value` that stands under one of these paths. */
function picked(value: JsonObject, paths: readonly (readonly string[])[]): JsonObject {
  const kept = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest);
    if (below.some((rest) => rest.length === 0)) return [[key, item]];
    return below.length > 0 && isJsonObject(item) ? [[key, picked(item, below)]] : [];
  });
  return Object.fromEntries(kept);
}
