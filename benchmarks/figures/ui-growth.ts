/**
 * Memory of the terminal UI over 2,000 turns with one MCP call each, all on the screen one after the other. Read after a
 * garbage collection. One run a binary. What grows by design is the history; what has scrolled out should cost little.
 */
import { callTools, createScriptedModel, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { withBenchHomes, type BenchHome } from '../lib/bench-home.js';
import type { Binary } from '../lib/binary.js';
import type { Bench, Figure } from '../lib/figure.js';
import { probeEnvironment, readHeap, type HeapReading } from '../lib/heap-probe.js';
import { COLUMNS, openTerminal, ROWS } from '../lib/open-terminal.js';
import { findLargest } from '../lib/proc.js';
import { PROMPT } from '../lib/prompt.js';
import type { Row, Target } from '../lib/row.js';
import { monotonicMs, toolNamed } from '../lib/run-qwen.js';

const EARLY_TURN = 200;
const LATE_TURN = 2000;
const [KB, MB] = [1024, 1024 * 1024];
const MOST_LATE: Target = { kind: 'share', most: 0.75, reference: 292 };

interface Growth {
  readonly early: HeapReading;
  readonly late: HeapReading;
  readonly turnMs: number;
}

export const uiGrowth: Figure = {
  name: 'ui-growth',
  title: `Memory of the terminal UI between turn ${EARLY_TURN} and turn ${LATE_TURN} (${COLUMNS} by ${ROWS})`,
  measure: (bench) =>
    withBenchHomes(bench, 1, async (homeOf) => {
      const ours = await grow(bench, bench.ours, homeOf(bench.ours));
      const theirs = bench.theirs && (await grow(bench, bench.theirs, homeOf(bench.theirs)));
      const row = (shape: Omit<Row, 'ours' | 'theirs'>, pick: (growth: Growth) => number): Row => ({
        ...shape,
        ours: ours.map(pick),
        ...(theirs === undefined ? {} : { theirs: theirs.map(pick) }),
      });
      return [
        row({ what: `heap at turn ${EARLY_TURN}`, unit: 'MB' }, ({ early }) => early.heapUsed / MB),
        row({ what: `heap at turn ${LATE_TURN}`, unit: 'MB' }, ({ late }) => late.heapUsed / MB),
        row({ what: 'heap, a turn more', unit: 'KB' }, perTurn),
        row({ what: `resident size at turn ${EARLY_TURN}`, unit: 'MB' }, ({ early }) => early.rss / MB),
        row({ what: `resident size at turn ${LATE_TURN}`, unit: 'MB', target: MOST_LATE }, ({ late }) => late.rss / MB),
        row({ what: 'time of a turn', unit: 'ms' }, ({ turnMs }) => turnMs),
      ];
    }),
};

const perTurn = ({ early, late }: Growth): number => (late.heapUsed - early.heapUsed) / KB / (LATE_TURN - EARLY_TURN);

/** Empty when the process could not be asked. */
async function grow(bench: Bench, binary: Binary, home: BenchHome): Promise<Growth[]> {
  bench.progress(binary.label);
  const readings: (HeapReading | undefined)[] = [];
  const atMs: number[] = [];
  let pid = 0;
  let over = (): void => {};
  const ended = new Promise<void>((resolve) => (over = resolve));
  const model = await createScriptedModel(
    async (request) => {
      const { turn = 0 } = request;
      if (turn === EARLY_TURN || turn === LATE_TURN) {
        atMs.push(monotonicMs());
        readings.push(await readHeap(findLargest(pid)?.pid ?? pid, home.stateDir));
      }
      if (turn < LATE_TURN) return callTools({ name: toolNamed(request, 'echo'), args: { text: `turn ${turn}` } });
      over();
      return say('done');
    },
    { keep: 1 },
  );
  const env = probeEnvironment(bench.serversDir, home.stateDir);
  const terminal = await openTerminal({ binary, home, modelUrl: model.url, env });
  pid = terminal.pid;
  try {
    await terminal.shows(PROMPT);
    terminal.press('go');
    await terminal.shows(/go/);
    terminal.enter();
    await ended;
    const [early, late] = readings;
    const [from = 0, to = 0] = atMs;
    return early && late ? [{ early, late, turnMs: (to - from) / (LATE_TURN - EARLY_TURN) }] : [];
  } finally {
    await terminal.close();
    await model.close();
  }
}
