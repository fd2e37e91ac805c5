/**
 * The fingerprint that an approval is bound to: what a server entry says, whatever the order of its keys.
 */
import { createHash } from 'node:crypto';
import { isJsonObject } from '../settings/read-json.js';
import type { Declaration } from '../settings/servers.js';

/** Labels that don't change what the server does. */
const LEFT_OUT = new Set(['scope', 'extensionName', 'description']);

/**
 * sha256 in hex of the entry as it is written, with all keys sorted. Variables stand in it by name: a token of the user's
 * may change without a question. A value that the project's own files give counts too, because the project can change it.
 */
export function hashEntry({ written, fromProject = {} }: Declaration): string {
  const counted = Object.fromEntries(Object.entries(written).filter(([key]) => !LEFT_OUT.has(key)));
  const texts = [counted, ...(Object.keys(fromProject).length === 0 ? [] : [fromProject])];
  return createHash('sha256')
    .update(texts.map((text) => JSON.stringify(sortKeys(text))).join('\n'))
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
