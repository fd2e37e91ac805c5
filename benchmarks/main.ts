/**
 * The bench: measures the figures asked for, prints them as tables, and writes them as JSON on request. It judges
 * nothing by its exit code: a figure over its target is a line that says so.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { callOverhead } from './figures/call-overhead.js';
import { firstPaint } from './figures/first-paint.js';
import { growth } from './figures/growth.js';
import { headless } from './figures/headless.js';
import { keyPress } from './figures/key-press.js';
import { memory } from './figures/memory.js';
import { outcomes } from './figures/outcomes.js';
import { recovery } from './figures/recovery.js';
import { turn } from './figures/turn.js';
import { uiGrowth } from './figures/ui-growth.js';
import { version } from './figures/version.js';
import { parseBinary } from './lib/binary.js';
import type { Bench, Figure } from './lib/figure.js';
import { judge, type JudgedRow } from './lib/row.js';
import { renderTable } from './lib/table.js';

const FIGURES: readonly Figure[] = [
  version,
  headless,
  memory,
  turn,
  callOverhead,
  recovery,
  growth,
  outcomes,
  firstPaint,
  keyPress,
  uiGrowth,
];
const DEFAULT_RUNS = 7;

export const USAGE = `npm run bench [-- OPTIONS]
  --vs "COMMAND"    also measure this binary, in turn with ours, and print ratios
  --only NAME,...   only these figures: ${FIGURES.map(({ name }) => name).join(', ')}
  --runs N          rounds of each figure (default ${DEFAULT_RUNS})
  --json FILE       write every sample to FILE
QWEN_BIN="COMMAND" measures another binary in place of the built one.`;

export interface BenchInput {
  readonly argv: readonly string[];
  /** The work tree. */
  readonly root: string;
  /** Command of the binary under test. */
  readonly command: string;
}

export async function main({ argv, root, command }: BenchInput): Promise<void> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      vs: { type: 'string' },
      only: { type: 'string' },
      runs: { type: 'string', default: String(DEFAULT_RUNS) },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return;
  }
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1 on.');
  const bench: Bench = {
    ours: parseBinary('qwen', command),
    theirs: values.vs === undefined ? undefined : parseBinary('other', values.vs),
    runs,
    serversDir: join(root, 'benchmarks', 'servers'),
    progress: (text) => process.stderr.write(`  ${text}\n`),
  };
  const rows: JudgedRow[] = [];
  for (const figure of pick(values.only)) {
    process.stderr.write(`${figure.title} …\n`);
    const judged = (await figure.measure(bench)).map((row) => judge(figure.name, row));
    console.log(`\n${figure.title}\n${renderTable(judged, [bench.ours.label, bench.theirs?.label])}\n`);
    rows.push(...judged);
  }
  if (values.json !== undefined) await writeJson(values.json, runs, rows);
}

function pick(only: string | undefined): readonly Figure[] {
  if (only === undefined) return FIGURES;
  return only.split(',').map((name) => {
    const figure = FIGURES.find((candidate) => candidate.name === name);
    if (figure === undefined) throw new Error(`There is no figure "${name}".\n${USAGE}`);
    return figure;
  });
}

async function writeJson(path: string, runs: number, rows: readonly JudgedRow[]): Promise<void> {
  const report = { node: process.versions.node, platform: process.platform, runs, rows };
  await writeFile(path, `${JSON.stringify(report, undefined, 2)}\n`);
}
