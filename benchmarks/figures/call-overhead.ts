/**
 * What our way of making one MCP call costs over the bare SDK: gates, deadline, idle clock, watch and result mapping.
 * All in this process, call by call in turn; each sample is the median over many calls.
 */
import { openCallStage, type CallStage } from '../lib/call-stage.js';
import { createBenchHome, serverArgs } from '../lib/bench-home.js';
import type { Figure } from '../lib/figure.js';
import { monotonicMs } from '../lib/run-qwen.js';
import { pairRatios, summarise } from '../lib/stats.js';

const CALLS = 1000;
const KINDS = ['ours', 'bare', 'onOurs'] as const;
type Kind = (typeof KINDS)[number];

export const callOverhead: Figure = {
  name: 'call-overhead',
  title: 'One MCP call over stdio, without qwen around it',
  measure: async ({ runs, serversDir }) => {
    const home = await createBenchHome({ serversDir, servers: 0 });
    const stage = await openCallStage(serverArgs(serversDir, home.stateDir), home.project);
    const samples: Record<Kind, number[]> = { ours: [], bare: [], onOurs: [] };
    try {
      await medians(stage);
      for (let run = 0; run < runs; run += 1) {
        const found = await medians(stage);
        for (const kind of KINDS) samples[kind].push(found[kind]);
      }
    } finally {
      await stage.stop();
      await home.remove();
    }
    const { ours, bare, onOurs } = samples;
    return [
      { what: 'our tool', unit: 'ms', ours },
      { what: 'bare SDK client', unit: 'ms', ours: bare },
      { what: "the SDK's client on our connection", unit: 'ms', ours: onOurs },
      {
        what: 'our tool over the bare SDK client',
        unit: 'x',
        ours: pairRatios(ours, bare),
        target: { kind: 'value', most: 1.3 },
      },
    ];
  },
};

async function medians(stage: CallStage): Promise<Record<Kind, number>> {
  const times: Record<Kind, number[]> = { ours: [], bare: [], onOurs: [] };
  for (let call = 0; call < CALLS; call += 1) {
    for (const kind of KINDS) {
      const startedMs = monotonicMs();
      await stage[kind]();
      times[kind].push(monotonicMs() - startedMs);
    }
  }
  const median = (kind: Kind): number => summarise(times[kind])?.median ?? Number.NaN;
  return { ours: median('ours'), bare: median('bare'), onOurs: median('onOurs') };
}
