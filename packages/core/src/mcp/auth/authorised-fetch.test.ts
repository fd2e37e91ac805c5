import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noDebugLog } from '../../shared/debug-log.js';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createAuthorisedFetch, type AuthorisedFetch } from './authorised-fetch.js';
import { createStoredAuth } from './stored-auth.js';
import type { StoredToken } from './token-file.js';

let dir: string;
let seen: string[];
let origin: string;
let refreshStatus: number;
let close: () => Promise<unknown>;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'qwen-auth-'));
  seen = [];
  refreshStatus = 200;
  const server = createServer((req, res) => {
    if (req.url === '/token') {
      seen.push('refresh');
      res.writeHead(refreshStatus, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ access_token: 'fresh', expires_in: 100, token_type: 'Bearer' }));
      return;
    }
    seen.push(String(req.headers.authorization));
    res.writeHead(req.headers.authorization === 'Bearer fresh' ? 200 : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
});
afterEach(async () => {
  await close();
  rmSync(dir, { recursive: true, force: true });
});

const clock = createFakeClock(1_000_000);
const file = (): string => join(dir, 'tokens.json');

function authorised(token: StoredToken): AuthorisedFetch {
  const entry = { serverName: 's', token, clientId: 'c', tokenUrl: `${origin}/token`, note: 'kept' };
  writeFileSync(file(), JSON.stringify([{ serverName: 'other', token: { accessToken: 'o' } }, entry]));
  const auth = createStoredAuth({
    file: file(),
    serverName: 's',
    clientSecret: undefined,
    fetch,
    clock,
    debug: noDebugLog,
  });
  return createAuthorisedFetch(fetch, auth);
}

it('refreshes a token that is about to run out before the request leaves', async () => {
  const { once } = authorised({ accessToken: 'old', refreshToken: 'r', expiresAt: clock.now() + 10_000 });
  expect((await once(`${origin}/mcp`)).status).toBe(200);
  expect(seen).toEqual(['refresh', 'Bearer fresh']);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual([
    { serverName: 'other', token: { accessToken: 'o' } },
    {
      serverName: 's',
      token: { accessToken: 'fresh', refreshToken: 'r', tokenType: 'Bearer', expiresAt: clock.now() + 100_000 },
      clientId: 'c',
      tokenUrl: `${origin}/token`,
      note: 'kept',
      updatedAt: clock.now(),
    },
  ]);
});

it('B51: a call turned away with 401 is not sent again; the next one has the new token', async () => {
  const { once } = authorised({ accessToken: 'old', refreshToken: 'r' });
  expect((await once(`${origin}/mcp`)).status).toBe(401);
  await expect.poll(() => seen).toEqual(['Bearer old', 'refresh']);
  await expect.poll(() => readFileSync(file(), 'utf8')).toContain('fresh');
  expect((await once(`${origin}/mcp`)).status).toBe(200);
  expect(seen).toEqual(['Bearer old', 'refresh', 'Bearer fresh']);
});

it('another request is sent once more with a renewed token', async () => {
  const { mayResend } = authorised({ accessToken: 'old', refreshToken: 'r' });
  expect((await mayResend(`${origin}/mcp`)).status).toBe(200);
  expect(seen).toEqual(['Bearer old', 'refresh', 'Bearer fresh']);
});

it('a failed refresh leaves the 401 and the stored token as they are', async () => {
  refreshStatus = 400;
  const { mayResend } = authorised({ accessToken: 'old', refreshToken: 'r' });
  const before = readFileSync(file(), 'utf8');
  expect((await mayResend(`${origin}/mcp`)).status).toBe(401);
  expect(seen).toEqual(['Bearer old', 'refresh']);
  expect(readFileSync(file(), 'utf8')).toBe(before);
});

it('a file that is no JSON is left alone and gives no header', async () => {
  const { once } = authorised({ accessToken: 'old' });
  writeFileSync(file(), 'not json');
  expect((await once(`${origin}/mcp`)).status).toBe(401);
  expect(seen).toEqual(['undefined']);
  expect(readFileSync(file(), 'utf8')).toBe('not json');
});
