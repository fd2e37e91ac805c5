/**
 * A headless run that asks the model once, with 0, 1, 5 and 20 stdio servers: wall and CPU time. With servers, what they
 * cost by themselves stands beside it.
 */
import { say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { runBareServers } from '../lib/bare-servers.js';
import { serverArgs, withBenchHomes } from '../lib/bench-home.js';
import { compare, type Bench, type Figure } from '../lib/figure.js';
import { interleave, valuesOf } from '../lib/interleave.js';
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
    const alone = servers === 0 ? [] : await measureAlone(bench, servers, homeOf(bench.ours).stateDir);
    return [
      row('firstRequest', { what: `to the first model request, ${suffix}`, unit: 'ms', ...target('firstRequest') }),
      row('wall', { what: `to exit, ${suffix}`, unit: 'ms', ...target('wall') }),
      row('cpu', { what: `CPU time of the process tree, ${suffix}`, unit: 'ms', ...target('cpu') }),
      ...alone,
    ];
  });
}

async function measureAlone({ serversDir, runs }: Bench, servers: number, stateDir: string): Promise<Row[]> {
  const [samples] = await interleave(['alone'], runs, async () => {
    const { listedMs: listed, cpuMs: cpu } = await runBareServers(servers, serverArgs(serversDir, stateDir));
    return { listed, cpu };
  });
  const whose = servers === 1 ? 'the server alone' : `the ${servers} servers alone`;
  return [
    { what: `(${whose}: to the last tool list)`, unit: 'ms', ours: valuesOf(samples, 'listed') },
    { what: `(${whose}: CPU time)`, unit: 'ms', ours: valuesOf(samples, 'cpu') },
  ];
}
