/**
 * What one more model turn with one instant MCP call costs: runs with and without such turns, their difference divided
 * by the number of turns. The gaps between the model requests of one run say the same once it has warmed up.
 */
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { withBenchHomes } from '../lib/bench-home.js';
import { compare, type Figure } from '../lib/figure.js';
import { runQwenWell, toolNamed } from '../lib/run-qwen.js';
import { summarise } from '../lib/stats.js';

const TURNS = 50;

export const turn: Figure = {
  name: 'turn',
  title: `A model turn with one instant MCP call (${TURNS} turns)`,
  measure: (bench) =>
    withBenchHomes(bench, 1, async (homeOf) => {
      const row = await compare(bench, async (binary) => {
        const run = (turns: number): ReturnType<typeof runQwenWell> =>
          runQwenWell({
            binary,
            home: homeOf(binary),
            answer: (request) =>
              request.turn < turns
                ? callTools({ name: toolNamed(request, 'echo'), args: { text: `hello ${request.turn}` } })
                : say('done'),
          });
        const [without, withTurns] = [await run(0), await run(TURNS)];
        const gaps = withTurns.arrivals.slice(1).map((at, index) => at - (withTurns.arrivals[index] ?? at));
        const cpu = (withTurns.cpuMs ?? Number.NaN) - (without.cpuMs ?? Number.NaN);
        return {
          perTurn: (withTurns.wallMs - without.wallMs) / TURNS,
          gap: summarise(gaps)?.median,
          ...(Number.isNaN(cpu) ? {} : { cpu: cpu / TURNS }),
        };
      });
      return [
        row('perTurn', { what: 'one turn', unit: 'ms', target: { kind: 'value', most: 4 } }),
        row('gap', { what: 'from one model request to the next, median in a run', unit: 'ms' }),
        row('cpu', { what: 'CPU time of one turn, server included', unit: 'ms' }),
      ];
    }),
};
