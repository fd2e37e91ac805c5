/**
 * How soon after a server's death things go on: a safe call answered by its replay, an unsafe one by the unknown-outcome
 * error, and a server that is away for 400 ms usable again. Time runs from the death, as the server noted it, to the
 * arrival of the model request that carries the answer.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { callTools, plainText, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { withBenchHomes, type BenchHome } from '../lib/bench-home.js';
import type { Binary } from '../lib/binary.js';
import { compare, type Figure } from '../lib/figure.js';
import type { Sample } from '../lib/interleave.js';
import { runQwenWell, toolNamed, type ModelRequest } from '../lib/run-qwen.js';
import { forgetServerEvents, readServerEvent } from '../lib/server-events.js';

/** A call that fails is made again this much later, so that a binary that gives up at once is not asked in a spin. */
const ASK_AGAIN_MS = 100;
const GIVE_UP_MS = 20_000;

export const recovery: Figure = {
  name: 'recovery',
  title: 'After a server has died in the middle of a call',
  measure: (bench) =>
    withBenchHomes(bench, 1, async (homeOf) => {
      const row = await compare(bench, async (binary) => ({
        ...(await safeReplay(binary, homeOf(binary))),
        ...(await laterCall(binary, homeOf(binary))),
      }));
      const target = (most: number): { target: { kind: 'value'; most: number } } => ({
        target: { kind: 'value', most },
      });
      return [
        row('replayed', { what: 'safe call answered by its replay', unit: 'ms', ...target(70) }),
        row('replayedNet', { what: "the same, without the new server's own start", unit: 'ms' }),
        row('told', { what: 'unsafe call answered: outcome unknown', unit: 'ms' }),
        row('usable', { what: 'a server that is away for 400 ms usable again', unit: 'ms', ...target(1500) }),
        row('cameBack', { what: `share of runs in which it came back within ${GIVE_UP_MS / 1000} s`, unit: '' }),
      ];
    }),
};

async function safeReplay(binary: Binary, home: BenchHome): Promise<Sample<'replayed' | 'replayedNet'>> {
  forgetServerEvents(home.stateDir);
  const { arrivals } = await runQwenWell({
    binary,
    home,
    answer: (request) => (request.turn === 0 ? call(request, 'drop_safe') : say('done')),
  });
  const [death, start] = [readServerEvent(home.stateDir, 'drop_safe'), readServerEvent(home.stateDir, 'start')];
  if (death === undefined || start?.ownStartMs === undefined || arrivals[1] === undefined) return {};
  const replayed = arrivals[1] - death.atMs;
  return { replayed, replayedNet: replayed - start.ownStartMs };
}

async function laterCall(binary: Binary, home: BenchHome): Promise<Sample<'told' | 'usable' | 'cameBack'>> {
  forgetServerEvents(home.stateDir);
  let toldAt: number | undefined;
  let usableAt: number | undefined;
  await runQwenWell({
    binary,
    home,
    answer: async (request) => {
      if (request.turn === 0) return call(request, 'drop');
      toldAt ??= request.arrivedMs;
      if (lastToolText(request) === 'pong') usableAt = request.arrivedMs;
      if (usableAt !== undefined || request.arrivedMs - toldAt > GIVE_UP_MS) return say('done');
      if (request.turn > 1) await wait(ASK_AGAIN_MS);
      return call(request, 'echo');
    },
  });
  const death = readServerEvent(home.stateDir, 'drop');
  if (death === undefined || toldAt === undefined) return {};
  const usable = usableAt === undefined ? {} : { usable: usableAt - death.atMs };
  return { told: toldAt - death.atMs, cameBack: usableAt === undefined ? 0 : 1, ...usable };
}

/** Never the same call twice: one whose outcome is unknown would hold back its like, also in the next run. */
const call = (request: ModelRequest, tool: string): ReturnType<typeof callTools> =>
  callTools({ name: toolNamed(request, tool), args: { text: randomUUID() } });

const lastToolText = ({ messages }: ModelRequest): string =>
  plainText(messages.findLast(({ role }) => role === 'tool')?.content);
