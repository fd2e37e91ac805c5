/**
 * What one more model turn with one instant MCP call costs: runs with and without such turns, their difference divided
 * by the number of turns. The gaps between the model requests of one run say the same once it has warmed up.
 */
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { withBenchHomes } from '../lib/bench-home.js';
import { compare, type Figure } from '../lib/figure.js';
import type { Target } from '../lib/row.js';
import { runQwenWell, toolNamed, type QwenRunResult } from '../lib/run-qwen.js';
import { summarise } from '../lib/stats.js';

const TURNS = 50;

export const turn: Figure = {
  name: 'turn',
  title: `A model turn with one instant MCP call (${TURNS} turns)`,
  measure: (bench) =>
    withBenchHomes(bench, 1, async (homeOf) => {
      const row = await compare(bench, async (binary) => {
        const run = (turns: number, tool: string): Promise<QwenRunResult> =>
          runQwenWell({
            binary,
            home: homeOf(binary),
            answer: (request) =>
              request.turn < turns
                ? callTools({ name: toolNamed(request, tool), args: { text: `turn ${request.turn}` } })
                : say('done'),
          });
        const [none, reads, writes] = [await run(0, 'echo'), await run(TURNS, 'echo'), await run(TURNS, 'write')];
        const gaps = reads.arrivals.slice(1).map((at, index) => at - (reads.arrivals[index] ?? at));
        const cpu = (reads.cpuMs ?? Number.NaN) - (none.cpuMs ?? Number.NaN);
        return {
          perTurn: (reads.wallMs - none.wallMs) / TURNS,
          perWrite: (writes.wallMs - none.wallMs) / TURNS,
          gap: summarise(gaps)?.median,
          ...(Number.isNaN(cpu) ? {} : { cpu: cpu / TURNS }),
        };
      });
      const target: Target = { kind: 'value', most: 4 };
      return [
        row('perTurn', { what: 'one turn, the tool declared read-only', unit: 'ms', target }),
        row('gap', { what: 'from one model request to the next, median in a run', unit: 'ms' }),
        row('cpu', { what: 'CPU time of one turn, server included', unit: 'ms' }),
        row('perWrite', { what: 'one turn, nothing declared: the call goes on record first', unit: 'ms' }),
      ];
    }),
};
