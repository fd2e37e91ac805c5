/**
 * From a key to its sign on the screen: at rest, and while an answer of one megabyte streams at fifty kilobytes a second.
 * Keys come one by one, each after the one before has been painted and a person's pause.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createScriptedModel } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { withBenchHomes, type BenchHome } from '../lib/bench-home.js';
import type { Binary } from '../lib/binary.js';
import { compare, type Figure } from '../lib/figure.js';
import type { Sample } from '../lib/interleave.js';
import { COLUMNS, openTerminal, ROWS, type BenchTerminal } from '../lib/open-terminal.js';
import { findLargest, readCpuMs } from '../lib/proc.js';
import { PROMPT } from '../lib/prompt.js';
import { monotonicMs } from '../lib/run-qwen.js';
import { quantile } from '../lib/stats.js';
import { LAST_WORDS, megabyte } from '../lib/stream-megabyte.js';

const KEYS_AT_REST = 30;
/** No more than fit on one line of the prompt. */
const MOST_KEYS = 60;
const PAUSE_MS = 250;
/** No answer holds it. */
const FIRST_WORD = 'kqzx';
/** A run takes half a minute. */
const MOST_ROUNDS = 3;

type Key = 'rest' | 'median' | 'p95' | 'cpu';

export const keyPress: Figure = {
  name: 'key-press',
  title: `From a key to the screen (${COLUMNS} by ${ROWS})`,
  measure: (bench) =>
    withBenchHomes(bench, 0, async (homeOf) => {
      const rounds = { ...bench, runs: Math.min(bench.runs, MOST_ROUNDS) };
      const row = await compare(rounds, (binary) => measureRun(binary, homeOf(binary)));
      return [
        row('rest', { what: 'at rest, median', unit: 'ms' }),
        row('median', { what: 'while 1 MB streams, median', unit: 'ms', target: { kind: 'value', most: 50 } }),
        row('p95', { what: 'while 1 MB streams, 95th of 100', unit: 'ms', target: { kind: 'value', most: 100 } }),
        row('cpu', { what: 'CPU time of the answer, twenty seconds long', unit: 'ms' }),
      ];
    }),
};

async function measureRun(binary: Binary, home: BenchHome): Promise<Sample<Key>> {
  let isOver = false;
  const parts = (): AsyncIterable<string> => megabyte(() => (isOver = true));
  const model = await createScriptedModel(() => ({ kind: 'message', parts: parts() }));
  const terminal = await openTerminal({ binary, home, modelUrl: model.url });
  try {
    await terminal.shows(PROMPT);
    const rest = await typeKeys(terminal, KEYS_AT_REST, () => true);
    const pid = findLargest(terminal.pid)?.pid ?? terminal.pid;
    const cpuBefore = readCpuMs(pid) ?? Number.NaN;
    terminal.enter();
    await model.arrived(0);
    const busy = await typeKeys(terminal, MOST_KEYS, () => !isOver);
    await terminal.showed(LAST_WORDS);
    const cpu = (readCpuMs(pid) ?? Number.NaN) - cpuBefore;
    return { rest: quantile(rest, 0.5), median: quantile(busy, 0.5), p95: quantile(busy, 0.95), cpu };
  } finally {
    await terminal.close();
    await model.close();
  }
}

/** How long each key took. What is on the screen after it is all that was typed, which stood nowhere before. */
async function typeKeys(terminal: BenchTerminal, most: number, goesOn: () => boolean): Promise<number[]> {
  const took: number[] = [];
  let typed = FIRST_WORD;
  terminal.press(typed);
  await terminal.shows(new RegExp(typed));
  for (let at = 0; at < most && goesOn(); at += 1) {
    await wait(PAUSE_MS);
    const key = String.fromCharCode('a'.charCodeAt(0) + (at % 26));
    typed += key;
    const pressedMs = monotonicMs();
    terminal.press(key);
    took.push((await terminal.shows(new RegExp(typed))) - pressedMs);
  }
  return took;
}
