/**
 * Merges settings layers, lowest precedence first. Pure.
 *
 * Objects merge key by key and everything else is replaced by the higher layer, except for the keys of the table.
 */
import { isJsonObject, type JsonObject } from './read-json.js';

type Strategy = 'union' | 'concat' | 'shallow' | 'replace';

/** By dotted key; `*` stands for any one key. */
const STRATEGIES: Readonly<Record<string, Strategy>> = {
  'permissions.*': 'union',
  'permissions.autoMode.hints.*': 'union',
  'tools.disabled': 'union',
  'tools.visible': 'union',
  'tools.exclude': 'union',
  'slashCommands.disabled': 'union',
  'skills.*': 'union',
  'advanced.excludedEnvVars': 'union',
  'mcp.allowed': 'concat',
  'mcp.excluded': 'concat',
  'context.includeDirectories': 'concat',
  'hooks.*': 'concat',
  mcpServers: 'shallow',
  env: 'shallow',
  modelProviders: 'replace',
};

export function mergeLayers(layers: readonly JsonObject[]): JsonObject {
  return layers.reduce<JsonObject>((below, above) => mergeObjects(below, above, []), {});
}

function mergeObjects(below: JsonObject, above: JsonObject, path: readonly string[]): JsonObject {
  const merged: JsonObject = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const has = Object.hasOwn(merged, key);
    merged[key] = has ? mergeValues(merged[key], value, [...path, key]) : value;
  }
  return merged;
}

function mergeValues(below: unknown, above: unknown, path: readonly string[]): unknown {
  const strategy = strategyOf(path);
  if (Array.isArray(below) && Array.isArray(above)) {
    if (strategy === 'union') return [...new Set([...below, ...above])];
    return strategy === 'concat' ? [...below, ...above] : above;
  }
  if (!isJsonObject(below) || !isJsonObject(above) || strategy === 'replace') return above;
  return strategy === 'shallow' ? { ...below, ...above } : mergeObjects(below, above, path);
}

function strategyOf(path: readonly string[]): Strategy | undefined {
  const exact = path.join('.');
  const anyLast = [...path.slice(0, -1), '*'].join('.');
  return Object.hasOwn(STRATEGIES, exact) ? STRATEGIES[exact] : STRATEGIES[anyLast];
}
