/** Calls side by side on one connection that dies under them: one repair, each call decided by itself, none left over. */
import type { Fault } from '@qwen-code/qwen-code-core/canary/faults.js';
import { UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAFE, toolsWith, type Path, type Transport } from '../replay/case.js';
import { callTool, createCoreStage, type CoreStage } from '../support/core-stage.js';

let stage: CoreStage;
beforeAll(async () => {
  stage = await createCoreStage();
});
afterAll(() => stage.close());

/** The first `count` calls are all committed and left unanswered; the last of them takes the server along. */
const dieTogether = (count: number): readonly Fault[] =>
  Array.from({ length: count }, (_, index) => ({
    tool: 'act',
    nth: index + 1,
    then: index + 1 === count ? { kind: 'exit' } : { kind: 'hang' },
  }));

const rows = (['stdio', 'http', 'sse'] as const).flatMap((transport) =>
  (['direct', 'callable'] as const).flatMap((path) => [1, 3, 8].map((count) => [count, transport, path] as const)),
);

const play = async (count: number, transport: Transport, path: Path, annotations: unknown) => {
  const name = `${transport}-${path}-${count}-${annotations === undefined ? 'plain' : 'safe'}`;
  const canary = await stage.canary(name, { transport, tools: toolsWith(annotations), faults: dieTogether(count) });
  const manager = await stage.start([{ canary, entry: { progress: path === 'direct' } }]);
  const calls = Array.from({ length: count }, (_, index) =>
    callTool(manager, name, 'act', { args: { key: `k${index}` } }),
  );
  const results = await Promise.all(calls);
  const next = await callTool(manager, name, 'other');
  await manager.stop();
  await canary.stop();
  const handshakes = canary
    .events()
    .filter((event) => event.event === 'request' && event.method === 'initialize').length;
  return {
    results,
    next: next.text,
    handshakes,
    acts: canary.counts('act').invocations,
    commits: canary.counts('act').commits,
  };
};

describe('B22 unsafe calls in flight together', () => {
  it.each(rows)('%i calls over %s, %s path: each sent once, one repair', async (count, transport, path) => {
    expect(await play(count, transport, path, undefined)).toEqual({
      results: Array.from({ length: count }, () => ({
        status: 'error',
        code: 'mcp_outcome_unknown',
        text: UNKNOWN_OUTCOME_TEXT,
      })),
      next: 'other done, 1 in all',
      handshakes: 2,
      acts: count,
      commits: count,
    });
  });
});

describe('safe calls in flight together', () => {
  it.each(rows)('%i calls over %s, %s path: each sent twice, one repair', async (count, transport, path) => {
    const { results, ...rest } = await play(count, transport, path, SAFE);
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'ok'));
    expect(rest).toEqual({ next: 'other done, 1 in all', handshakes: 2, acts: 2 * count, commits: 2 * count });
  });
});
