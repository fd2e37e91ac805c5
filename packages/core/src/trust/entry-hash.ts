/**
 * The fingerprint that an approval is bound to: what a server entry says, whatever the order of its keys.
 */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../settings/read-json.js';

/** Labels that don't change what the server does. */
const LEFT_OUT = new Set(['scope', 'extensionName', 'description']);

/** sha256 in hex of the entry with all keys sorted; values are those after interpolation, so a changed variable shows. */
export function hashEntry(entry: JsonObject): string {
  const counted = Object.fromEntries(Object.entries(entry).filter(([key]) => !LEFT_OUT.has(key)));
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(counted)))
    .digest('hex');
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
}
