/**
 * Takes a server's stored sign-in out of the token file, an array of `{ serverName, token, ... }`. What can't be read is
 * left alone: a leftover token does no harm to a removed server.
 */
import { readFileSync } from 'node:fs';
import { isJsonObject } from './read-json.js';
import { replaceFile } from './replace-file.js';

/** Never throws. */
export function forgetToken(file: string, serverName: string): void {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!Array.isArray(stored)) return;
    const kept = stored.filter((item) => !isJsonObject(item) || item['serverName'] !== serverName);
    if (kept.length < stored.length) replaceFile(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  } catch {
    // No file, or none that can be understood.
  }
}
