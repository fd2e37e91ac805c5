/** The most memory a headless run ever holds. Its own rounds, since watching it costs a little time. */
import { say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { withBenchHomes } from '../lib/bench-home.js';
import { compare, type Figure } from '../lib/figure.js';
import type { Row } from '../lib/row.js';
import { runQwenWell } from '../lib/run-qwen.js';

const SERVER_COUNTS = [0, 1, 20];

export const memory: Figure = {
  name: 'memory',
  title: 'Peak memory of a headless run',
  measure: async (bench) => {
    const rows: Row[] = [];
    for (const servers of SERVER_COUNTS) {
      const row = await withBenchHomes(bench, servers, (homeOf) =>
        compare(bench, async (binary) => {
          const run = { binary, home: homeOf(binary), answer: () => say('done'), watchMemory: true };
          return { peak: (await runQwenWell(run)).peakMb };
        }),
      );
      rows.push(
        row('peak', {
          what: `peak memory, ${servers} server${servers === 1 ? '' : 's'}`,
          unit: 'MB',
          ...(servers === 0 ? { target: { kind: 'share', most: 0.4, reference: 203 } } : {}),
        }),
      );
    }
    return rows;
  },
};
