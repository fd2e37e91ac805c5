/** Declared reads of one assistant message run side by side on one connection; it dies under all of them. */
import type { Fault } from '@qwen-code/qwen-code-core/canary/faults.js';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { living } from '../support/processes.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';
import { READ, toolsWith, type Path, type Transport } from './case.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

/** Nothing of the first generation is answered; the last call to arrive takes the server along. */
const dieUnder = (count: number): readonly Fault[] => [
  { tool: 'act', nth: count, then: { kind: 'exit' } },
  { tool: 'act', generation: 1, then: { kind: 'hang' } },
];

const rows = (['stdio', 'http'] as const).flatMap((transport) =>
  (['direct', 'callable'] as const).flatMap((path) =>
    [1, 3, 8].map((count): [number, Transport, Path] => [count, transport, path]),
  ),
);

describe('reads in flight together', () => {
  it.each(rows)(
    '%i over %s, %s path: each replayed once, one reconnect, none left pending',
    async (count, transport, path) => {
      const canary = await stage.canary('srv', { transport, tools: toolsWith(READ), faults: dieUnder(count) });
      await stage.settle({ srv: { ...canary.entry, trust: true, progress: path === 'direct' } });
      const calls = Array.from({ length: count }, (_, index) => ({
        name: 'mcp__srv__act',
        args: { key: `k${index}` },
      }));
      const model = await stage.play([
        callTools(...calls),
        callTools({ name: 'mcp__srv__other', args: { key: 'next' } }),
        say('done'),
      ]);
      expect(await runQwen(stage.home, { model })).toMatchObject({ exitCode: 0, stdout: 'done\n' });
      const told = model.toolMessages().map(({ text }) => text);
      expect(told.slice(0, count).every((text) => /^act done, \d+ in all$/.test(text))).toBe(true);
      expect(told.slice(count)).toEqual(['other done, 1 in all']);
      const keys = canary
        .events()
        .flatMap((event) =>
          event.event === 'call' && event.tool === 'act' ? [(event.args as { key: string }).key] : [],
        );
      expect(keys.sort()).toEqual(calls.flatMap(({ args }) => [args.key, args.key]).sort());
      const handshakes = canary.events().filter((event) => event.event === 'request' && event.method === 'initialize');
      if (!isPeer) expect(handshakes).toHaveLength(2);
      if (transport === 'stdio') expect(living(canary.pids())).toEqual([]);
    },
  );
});
