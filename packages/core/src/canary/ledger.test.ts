import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../testing/canary-program.js';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { claimGeneration, countLedger, openLedger, readLedger } from './ledger.js';
import { ledgerPath } from './plan.js';

let temp: TempHome;
beforeAll(async () => {
  temp = await createTempHome();
});
afterAll(() => temp.remove());

it('reads back what was appended, and counts by tool', () => {
  const ledger = openLedger(join(temp.root, 'a.jsonl'));
  ledger.append({ event: 'request', generation: 1, method: 'tools/list', nth: 1 });
  ledger.append({ event: 'call', generation: 1, tool: 'a', nth: 1, id: 1, args: {}, progress: false });
  ledger.append({ event: 'call', generation: 1, tool: 'b', nth: 1, id: 2, args: {}, progress: false });
  ledger.append({ event: 'commit', generation: 1, tool: 'a', nth: 1, args: {} });
  expect(countLedger(ledger.events())).toEqual({ invocations: 2, commits: 1, starts: 0, listings: 1 });
  expect(countLedger(ledger.events(), 'b')).toEqual({ invocations: 1, commits: 0, starts: 0, listings: 1 });
});

it('leaves a torn last line out', async () => {
  const path = join(temp.root, 'torn.jsonl');
  openLedger(path).append({ event: 'listening', generation: 1, port: 5 });
  await appendFile(path, '{"event":"ca');
  expect(readLedger(path)).toEqual([{ event: 'listening', generation: 1, port: 5 }]);
});

it('numbers generations by their place, bumps included', () => {
  const ledger = openLedger(join(temp.root, 'generations.jsonl'));
  expect(['a', 'b', 'c'].map((nonce) => claimGeneration(ledger, nonce === 'b' ? 'bump' : 'process', nonce))).toEqual([
    1, 2, 3,
  ]);
  expect(countLedger(ledger.events()).starts).toBe(2);
});

it('gives processes that start at once a generation each', async () => {
  const stateDir = join(temp.root, 'crowd');
  const plan = await temp.write('crowd/plan.json', JSON.stringify({ transport: 'stdio', stateDir, tools: [] }));
  const program = await buildProgram('canary');
  const run = promisify(execFile);
  const crowd = Array.from({ length: 6 }, () => {
    const running = run(process.execPath, [program, plan]);
    running.child.stdin?.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`);
    return running;
  });
  const replies = await Promise.all(crowd);
  const versions = replies.map(
    ({ stdout }) => (JSON.parse(stdout) as { result: { serverInfo: { version: string } } }).result.serverInfo.version,
  );
  expect(versions.sort()).toEqual(['0.0.1', '0.0.2', '0.0.3', '0.0.4', '0.0.5', '0.0.6']);
  expect(readLedger(ledgerPath(stateDir))).toHaveLength(12);
});
