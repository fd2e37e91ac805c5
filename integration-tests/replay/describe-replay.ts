/** Turns rows of the suite into tests: a few runs of the binary a file, one test a row. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { living } from '../support/processes.js';
import { ARGUMENT_MARKER, UPSTREAM_MARKER, type Path, type ReplayCase, type Transport } from './case.js';
import { expectTold } from './expect-told.js';
import { CALL_ARGUMENTS, FINAL_TEXT, playCases, type Observed, type Played } from './play-cases.js';

/** Servers in one run: enough to share the start, few enough for two cores. */
const ROWS_A_RUN = 12;

/** A run of another binary may sit out a limit in many rows. */
const PLAY_MS = 300_000;

export function describeReplay(name: string, all: readonly ReplayCase[], transport: Transport, path: Path): void {
  const rows = all.filter((row) => row.on.includes(transport) && !(isPeer && row.ours === true));
  for (let from = 0; from < rows.length; from += ROWS_A_RUN) {
    const chunk = rows.slice(from, from + ROWS_A_RUN);
    describe(`${name} over ${transport}, ${path} path, rows ${from + 1} to ${from + chunk.length}`, () => {
      describeRun(chunk, transport, path);
    });
  }
}

function describeRun(rows: readonly ReplayCase[], transport: Transport, path: Path): void {
  let played: Played | undefined;
  beforeAll(async () => {
    played = await playCases(rows, transport, path);
  }, PLAY_MS);
  afterAll(() => played?.close());

  it.each(rows.map((row, index) => [rowTitle(row), index] as const))('%s', (_title, index) => {
    const observed = played!.observed[index]!;
    expectTold(observed.told, observed.row.told, 'act');
    expectLedger(observed, transport, path);
  });

  it('serves the next, independent call of every row', () => {
    for (const { row, canary, toldNext } of played!.observed) {
      expectTold(toldNext, row.next ?? 'success', 'other');
      expect(canary.counts('other').invocations, row.title).toBe((row.next ?? 'success') === 'success' ? 1 : 0);
    }
  });

  it('shows the answer and nothing of arguments or servers', () => {
    const { exitCode, stdout, stderr } = played!.run;
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${FINAL_TEXT}\n` });
    for (const marker of [ARGUMENT_MARKER, UPSTREAM_MARKER]) expect(stderr).not.toContain(marker);
  });

  if (transport !== 'stdio') return;
  it('leaves no server process behind', () => {
    expect(living(played!.observed.flatMap(({ canary }) => canary.pids()))).toEqual([]);
  });
}

const rowTitle = ({ shows, title }: ReplayCase): string => [...shows, title].join(' ');

function expectLedger({ row, canary }: Observed, transport: Transport, path: Path): void {
  const { invocations, commits } = canary.counts('act');
  expect({ invocations, commits }).toEqual({ invocations: row.calls, commits: row.commits ?? row.calls });

  const calls = canary.events().flatMap((event) => (event.event === 'call' && event.tool === 'act' ? [event] : []));
  expect(calls.map(({ args }) => args)).toEqual(calls.map(() => CALL_ARGUMENTS));
  // A replay is a request of its own on a generation of its own, as far as ids can tell on one session.
  expect(new Set(calls.map(({ generation, id, session }) => `${generation} ${session ?? ''} ${id}`)).size).toBe(
    calls.length,
  );
  if (!isPeer) expect(calls.map(({ progress }) => progress)).toEqual(calls.map(() => path === 'direct'));
  if (row.starts !== undefined && transport === 'stdio') expect(canary.counts().starts).toBe(row.starts);
}
