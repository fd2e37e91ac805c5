/**
 * Authorisation from stored OAuth tokens: the header for a request, and a refresh when the token is about to run out or
 * was turned away (RFC 6749, section 6). Never opens a browser and never shows a token.
 */
import type { Clock } from '../../shared/clock.js';
import type { DebugLog } from '../../shared/debug-log.js';
import type { Fetch } from '../transports/patient-fetch.js';
import { readToken, writeToken, type TokenEntry } from './token-file.js';

export interface ServerAuth {
  /** The Authorization header, refreshed first when it is about to run out; undefined: no token is stored. */
  header(): Promise<string | undefined>;
  /** The server turned this header away. True when another one is to be had. */
  renew(turnedAway: string): Promise<boolean>;
}

export interface StoredAuthOptions {
  readonly file: string;
  readonly serverName: string;
  /** Of the server's settings entry, for a confidential client. */
  readonly clientSecret: string | undefined;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly debug: DebugLog;
}

/** Refresh this long before the stated end, so that a call does not leave with a token that dies on the way. */
const EARLY_MS = 30_000;
const REFRESH_MS = 10_000;

export function createStoredAuth(options: StoredAuthOptions): ServerAuth {
  const { file, serverName, clock, debug } = options;
  let refreshing: Promise<TokenEntry | undefined> | undefined;

  const stored = (): TokenEntry | undefined => {
    try {
      return readToken(file, serverName);
    } catch (error) {
      debug('mcp', `no OAuth token for ${serverName}`, error);
      return undefined;
    }
  };

  const refresh = (entry: TokenEntry): Promise<TokenEntry | undefined> => {
    refreshing ??= requestToken(entry, options)
      .catch((error: unknown) => {
        debug('mcp', `OAuth refresh for ${serverName} failed`, error instanceof Error ? error.message : undefined);
        return undefined;
      })
      .finally(() => (refreshing = undefined));
    return refreshing;
  };

  return {
    header: async () => {
      const entry = stored();
      if (entry === undefined) return undefined;
      const { expiresAt } = entry.token;
      const late = expiresAt !== undefined && expiresAt - EARLY_MS <= clock.now();
      return headerOf((late ? await refresh(entry) : undefined) ?? entry);
    },
    renew: async (turnedAway) => {
      const entry = stored();
      if (entry === undefined) return false;
      if (headerOf(entry) !== turnedAway) return true;
      return (await refresh(entry)) !== undefined;
    },
  };
}

const headerOf = ({ token }: TokenEntry): string => `${token.tokenType ?? 'Bearer'} ${token.accessToken}`;

async function requestToken(entry: TokenEntry, options: StoredAuthOptions): Promise<TokenEntry | undefined> {
  const { refreshToken } = entry.token;
  if (refreshToken === undefined || entry.tokenUrl === undefined) return undefined;
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  if (entry.clientId !== undefined) body.set('client_id', entry.clientId);
  if (options.clientSecret !== undefined) body.set('client_secret', options.clientSecret);
  if (entry.mcpServerUrl !== undefined) body.set('resource', entry.mcpServerUrl);
  const response = await options.fetch(entry.tokenUrl, {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(REFRESH_MS),
  });
  if (!response.ok) throw new Error(`the token endpoint answered HTTP ${response.status}`);
  const renewed = renewedEntry(entry, (await response.json()) as Record<string, unknown>, options.clock.now());
  if (renewed !== undefined) writeToken(options.file, options.serverName, renewed);
  return renewed;
}

function renewedEntry(entry: TokenEntry, answer: Record<string, unknown>, nowMs: number): TokenEntry | undefined {
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: expiresIn,
    token_type: tokenType,
  } = answer;
  if (typeof accessToken !== 'string') return undefined;
  return {
    ...entry,
    updatedAt: nowMs,
    token: {
      ...entry.token,
      // Without a stated life the old one's end no longer holds; JSON leaves the key out.
      expiresAt: typeof expiresIn === 'number' ? nowMs + expiresIn * 1000 : undefined,
      accessToken,
      ...(typeof tokenType === 'string' ? { tokenType } : {}),
      ...(typeof refreshToken === 'string' ? { refreshToken } : {}),
    },
  };
}
