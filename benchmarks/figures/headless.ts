/** A headless run that asks the model once, with 0, 1, 5 and 20 stdio servers: wall and CPU time. */
import { say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { withBenchHomes } from '../lib/bench-home.js';
import { compare, type Bench, type Figure } from '../lib/figure.js';
import type { Row, Target } from '../lib/row.js';
import { runQwenWell } from '../lib/run-qwen.js';

const SERVER_COUNTS = [0, 1, 5, 20];

const fifthOf = (reference: number): Target => ({ kind: 'share', most: 0.2, reference });

/** The targets are set for a run without servers. */
const TARGETS = { firstRequest: fifthOf(1270), wall: fifthOf(1430), cpu: fifthOf(1680) };

export const headless: Figure = {
  name: 'headless',
  title: 'A headless run',
  measure: async (bench) => {
    const rows: Row[] = [];
    for (const servers of SERVER_COUNTS) {
      bench.progress(`${servers} servers`);
      rows.push(...(await measureWith(bench, servers)));
    }
    return rows;
  },
};

async function measureWith(bench: Bench, servers: number): Promise<Row[]> {
  return withBenchHomes(bench, servers, async (homeOf) => {
    const row = await compare(bench, async (binary) => {
      const result = await runQwenWell({ binary, home: homeOf(binary), answer: () => say('done') });
      return { firstRequest: result.firstRequestMs, wall: result.wallMs, cpu: result.cpuMs };
    });
    const target = (key: keyof typeof TARGETS): { target?: Target } => (servers === 0 ? { target: TARGETS[key] } : {});
    const suffix = servers === 1 ? '1 server' : `${servers} servers`;
    return [
      row('firstRequest', { what: `to the first model request, ${suffix}`, unit: 'ms', ...target('firstRequest') }),
      row('wall', { what: `to exit, ${suffix}`, unit: 'ms', ...target('wall') }),
      row('cpu', { what: `CPU time of the process tree, ${suffix}`, unit: 'ms', ...target('cpu') }),
    ];
  });
}
