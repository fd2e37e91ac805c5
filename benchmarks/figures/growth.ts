/**
 * Memory over 2,000 turns with one MCP call each, in one process. The history grows by design; its own size stands
 * beside the heap, so that what grows for another reason shows. Read after a garbage collection. One run a binary.
 */
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { withBenchHomes, type BenchHome } from '../lib/bench-home.js';
import type { Binary } from '../lib/binary.js';
import type { Bench, Figure } from '../lib/figure.js';
import { probeEnvironment, readHeap } from '../lib/heap-probe.js';
import { countOpenFiles, findLargest } from '../lib/proc.js';
import type { Row, Target } from '../lib/row.js';
import { runQwenWell, toolNamed, type ModelRequest } from '../lib/run-qwen.js';

const EARLY_TURN = 200;
const LATE_TURN = 2000;
const KB = 1024;

/** The two messages of a turn, as objects, and what is remembered of its call take about one. */
const MOST_A_TURN: Target = { kind: 'value', most: 2 };

interface Reading {
  readonly heapKb: number;
  readonly rssMb: number;
  readonly openFiles: number;
  readonly historyKb: number;
}

export const growth: Figure = {
  name: 'growth',
  title: `Memory between turn ${EARLY_TURN} and turn ${LATE_TURN}`,
  measure: (bench) =>
    withBenchHomes(bench, 1, async (homeOf) => {
      const ours = await readings(bench, bench.ours, homeOf(bench.ours));
      const theirs = bench.theirs && (await readings(bench, bench.theirs, homeOf(bench.theirs)));
      const row = (shape: Omit<Row, 'ours' | 'theirs'>, pick: (reading: readonly Reading[]) => number): Row => ({
        ...shape,
        ours: valueOf(ours, pick),
        ...(theirs === undefined ? {} : { theirs: valueOf(theirs, pick) }),
      });
      return [
        row({ what: `heap at turn ${EARLY_TURN}`, unit: 'MB' }, ([early]) => (early?.heapKb ?? Number.NaN) / KB),
        row({ what: `heap at turn ${LATE_TURN}`, unit: 'MB' }, ([, late]) => (late?.heapKb ?? Number.NaN) / KB),
        row({ what: 'heap, a turn more', unit: 'KB', target: MOST_A_TURN }, aTurn('heapKb')),
        row({ what: 'the history as JSON, a turn more', unit: 'KB' }, aTurn('historyKb')),
        row({ what: `resident size at turn ${EARLY_TURN}`, unit: 'MB' }, ([early]) => early?.rssMb ?? Number.NaN),
        row({ what: `resident size at turn ${LATE_TURN}`, unit: 'MB' }, ([, late]) => late?.rssMb ?? Number.NaN),
        row({ what: 'open files, a turn more', unit: '' }, aTurn('openFiles')),
      ];
    }),
};

const aTurn =
  (key: keyof Reading) =>
  ([early, late]: readonly Reading[]): number =>
    ((late?.[key] ?? Number.NaN) - (early?.[key] ?? Number.NaN)) / (LATE_TURN - EARLY_TURN);

function valueOf(list: readonly Reading[], pick: (list: readonly Reading[]) => number): number[] {
  const value = pick(list);
  return Number.isNaN(value) ? [] : [value];
}

async function readings(bench: Bench, binary: Binary, home: BenchHome): Promise<Reading[]> {
  bench.progress(binary.label);
  const list: Reading[] = [];
  await runQwenWell({
    binary,
    home,
    env: probeEnvironment(bench.serversDir, home.stateDir),
    answer: async (request) => {
      if (request.turn === EARLY_TURN || request.turn === LATE_TURN) list.push(...(await readNow(request, home)));
      if (request.turn === LATE_TURN) return say('done');
      return callTools({ name: toolNamed(request, 'echo'), args: { text: `turn ${request.turn}` } });
    },
  });
  return list;
}

async function readNow(request: ModelRequest, home: BenchHome): Promise<Reading[]> {
  const pid = findLargest(request.pid)?.pid ?? request.pid;
  const heap = await readHeap(pid, home.stateDir);
  if (heap === undefined) return [];
  return [
    {
      heapKb: heap.heapUsed / KB,
      rssMb: heap.rss / KB / KB,
      openFiles: countOpenFiles(pid) ?? 0,
      historyKb: JSON.stringify(request.messages).length / KB,
    },
  ];
}
