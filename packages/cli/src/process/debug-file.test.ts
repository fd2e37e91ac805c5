import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { openDebugFile } from './debug-file.js';

const runtimeDir = mkdtempSync(join(tmpdir(), 'qwen-debug-'));
afterEach(() => rmSync(runtimeDir, { recursive: true, force: true }));

it('writes for the owner alone, and no secret', () => {
  const { path, log } = openDebugFile({
    clock: createFakeClock(0),
    runtimeDir,
    sessionId: 'S',
    secrets: ['sk-1234', ''],
  });
  log(
    'mcp',
    'connection lost',
    new Error('reset by sk-1234', { cause: Object.assign(new Error('x'), { code: 'EPIPE' }) }),
  );
  log('model', 'request', { authorization: 'Bearer abc.def' });
  const text = readFileSync(path, 'utf8');
  expect(path).toBe(join(runtimeDir, 'debug', 'S.txt'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(text.split('\n')[0]).toBe(
    '1970-01-01T00:00:00.000Z mcp: connection lost Error: reset by *** <- Error [EPIPE]: x',
  );
  expect(text).toContain("model: request { authorization: 'Bearer ***' }");
  expect(text).not.toMatch(/sk-1234|abc\.def/);
});
