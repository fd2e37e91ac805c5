/**
 * The file of OAuth tokens for remote MCP servers: an array of entries by server name, readable by the user alone.
 * Entries and fields that are not ours are kept; a file that can't be parsed is never overwritten.
 */
import { readFileSync } from 'node:fs';
import { QwenError } from '../../shared/qwen-error.js';
import { replaceFile } from '../../settings/replace-file.js';

export interface StoredToken {
  readonly accessToken: string;
  readonly tokenType?: string;
  readonly refreshToken?: string;
  readonly scope?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

export interface TokenEntry {
  readonly serverName: string;
  readonly token: StoredToken;
  readonly clientId?: string;
  readonly tokenUrl?: string;
  readonly mcpServerUrl?: string;
  readonly updatedAt?: number;
}

/** The entry of one server; undefined when there is none. Throws QwenError 'config' for a file that is not such an array. */
export function readToken(file: string, serverName: string): TokenEntry | undefined {
  return readEntries(file).find((entry) => isTokenEntry(entry) && entry.serverName === serverName) as
    TokenEntry | undefined;
}

/** Replaces the server's entry, or removes it when `entry` is undefined. */
export function writeToken(file: string, serverName: string, entry: TokenEntry | undefined): void {
  const before = readEntries(file);
  const others = before.filter((other) => !isTokenEntry(other) || other.serverName !== serverName);
  if (entry === undefined && others.length === before.length) return;
  const entries = entry === undefined ? others : [...others, entry];
  replaceFile(file, `${JSON.stringify(entries, null, 2)}\n`, { mode: 0o600 });
}

function readEntries(file: string): unknown[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new QwenError('config', `The OAuth token file ${file} can't be read; check its permissions.`, error);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // Told below, without the parser's words: they may quote a token.
  }
  throw new QwenError('config', `The OAuth token file ${file} is not a JSON array; mend or remove it.`);
}

function isTokenEntry(value: unknown): value is TokenEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { serverName, token } = value as Record<string, unknown>;
  return (
    typeof serverName === 'string' &&
    typeof token === 'object' &&
    token !== null &&
    typeof (token as Record<string, unknown>)['accessToken'] === 'string'
  );
}
