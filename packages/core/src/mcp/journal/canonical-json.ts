/**
 * One text for all spellings of the same JSON value: keys in code-unit order, numbers as JavaScript writes them (so 1,
 * 1.0 and 1e0 are one), strings as they are, nothing normalised in them. Pure.
 */

/** Throws what `JSON.stringify` throws for a value that JSON can't carry; then it could not be sent either. */
export function canonicalJson(value: unknown): string {
  // Through JSON once, so that this is the value as it would be sent: `toJSON` applied, undefined left out.
  const sent = JSON.stringify(value);
  return sent === undefined ? 'null' : write(JSON.parse(sent));
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`).join(',')}}`;
}
