/** The real manager, the real tool and real servers: what the lab sees of them. */
import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../shared/clock.js';
import { buildProgram } from '../../testing/canary-program.js';
import { readProcessTable } from '../../shared/process-table.js';
import { createTempHome, type TempHome } from '../../testing/temp-home.js';
import { watchedLedger } from '../host-server.js';
import type { LabPorts } from './lab-ports.js';
import { labRuns, type LabRun } from './lab-runs.js';
import { runInCore } from './run-in-core.js';
import { runLab } from './run-lab.js';

let temp: TempHome;
let ports: LabPorts;
const stop = new AbortController();
beforeEach(async () => {
  temp = await createTempHome();
  ports = {
    program: await buildProgram('canary'),
    root: temp.root,
    binary: { kind: 'own', command: [process.execPath], version: '0.0.0' },
    clock: systemClock,
    signal: stop.signal,
  };
});
afterEach(() => temp.remove());

const runOf = (id: string): LabRun => labRuns('own').find((run) => run.id === id)!;
const types = (events: readonly { type: string }[]): string[] => events.map(({ type }) => type);

describe('sees', () => {
  it('one call, told before the next process gets through, and the repair afterwards', async () => {
    const { observation, events } = await runInCore(runOf('unsafe/missing/stdio/direct/core'), ports);
    expect(observation).toEqual({
      trouble: undefined,
      calls: 1,
      callsAtEnd: 1,
      sameArguments: true,
      ownIds: true,
      progressTokens: 'all',
      state: 'committed_once',
      handshakes: 1,
      processes: 2,
      client: 'unknown',
      waitedForReconnect: false,
      leaks: [],
      lookup: 'agrees',
      retry: 'blocked',
      recordId: expect.stringMatching(/^mo_[0-9a-z]{16}$/) as string,
      recordNamed: true,
      callsWhenRecorded: 0,
      leftBehind: 0,
      user: undefined,
    });
    const told = types(events);
    expect(told.slice(3, 11)).toEqual([
      'call_made',
      'recorded',
      'call_arrived',
      'committed',
      'connection_lost',
      'told',
      'retry_made',
      'retry_told',
    ]);
    expect(told.indexOf('told')).toBeLessThan(told.lastIndexOf('connecting'));
  });

  it('a replay, over HTTP, without a progress token', async () => {
    const { observation } = await runInCore(runOf('safe/read-only/http/callable/core'), ports);
    expect(observation).toMatchObject({
      calls: 2,
      callsAtEnd: 2,
      ownIds: true,
      progressTokens: 'none',
      client: 'success',
    });
  });

  it('trust that is taken while the server is connected again', async () => {
    const { observation, events } = await runInCore(runOf('rediscovery/loses-trust/stdio/direct/core'), ports);
    expect(observation).toMatchObject({ calls: 1, client: 'unknown', lookup: 'agrees' });
    const told = types(events);
    expect(told.lastIndexOf('connecting')).toBeLessThan(told.indexOf('trust_taken'));
    expect(told.indexOf('trust_taken')).toBeLessThan(told.indexOf('told'));
  });
});

it('judges a server that behaves otherwise than its case says', async () => {
  const { case: lab, ...rest } = runOf('crash/page-502/unsafe/http/direct/core');
  // As if the guard were broken: the tool is declared repeatable behind the case's back, so that the call is sent again.
  const broken: LabRun = { ...rest, case: { ...lab, annotations: { idempotentHint: true } } };
  const [result] = await runLab({ ...ports, runs: [broken], lanes: 1, onResult: () => {} });
  expect([result?.verdict, result?.observation.calls]).toEqual(['fail', 2]);
  expect(result?.reason).toMatch(/^The server counted 2 calls, exactly 1 allowed;/);
});

it('stops in the middle, and ends what it started', async () => {
  const interrupted = new AbortController();
  const runs = ['timeout/unsafe/http/direct/core', 'timeout/unsafe/stdio/direct/core'].map(runOf);
  const endless = runs.map((run) => ({ ...run, case: { ...run.case, limitMs: 60_000 } }));
  const ledgers = endless.map(({ id }) => `${temp.root}/${id.replaceAll('/', '.')}/canary`);
  for (const folder of ledgers) mkdirSync(folder, { recursive: true });
  const running = runLab({ ...ports, signal: interrupted.signal, runs: endless, lanes: 2, onResult: () => {} });
  const pids = await Promise.all(
    ledgers.map(async (folder) => {
      const ledger = watchedLedger(folder);
      await ledger.waitFor(({ event }) => event === 'commit');
      return ledger.events().flatMap((event) => (event.event === 'start' ? [event.pid] : []));
    }),
  );
  interrupted.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  expect(pids.flat()).toHaveLength(2);
  expect(pids.flat().filter((pid) => readProcessTable()?.some((entry) => entry.pid === pid && !entry.zombie))).toEqual(
    [],
  );
});
