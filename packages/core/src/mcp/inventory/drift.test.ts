import { describe, expect, it } from 'vitest';
import { parseHints } from '../discovery/hints.js';
import type { DiscoveredTool } from '../types.js';
import { driftOf, type ClassOf, type ToolDrift } from './drift.js';
import { driftLine, driftWords } from './drift-text.js';
import { fingerprint } from './fingerprint.js';

const tool = (annotations?: unknown, inputSchema: Record<string, unknown> = { type: 'object' }): DiscoveredTool => ({
  name: 'pay',
  title: undefined,
  description: '',
  inputSchema,
  hints: parseHints(annotations),
  ...(annotations === undefined ? {} : { annotations }),
});

/** Enough of an opinion to tell safer from stricter; the real one has a table of its own. */
const classOf: ClassOf = (hints) => (hints?.idempotentHint === true ? 'idempotent-write' : 'unknown');

const between = (before: DiscoveredTool[], now: DiscoveredTool[]): readonly ToolDrift[] => {
  const tools = Object.fromEntries(before.map((each) => [each.name, fingerprint(each)]));
  return driftOf({ accepted: { at: 'then', tools }, tools: now, classOf });
};

describe('one tool, then and now', () => {
  it.each<[string, DiscoveredTool, DiscoveredTool, string | undefined]>([
    ['nothing', tool({ readOnlyHint: true }), tool({ readOnlyHint: true }), undefined],
    ['another order of keys', tool({ a: 1, b: 2 }), tool({ b: 2, a: 1 }), undefined],
    [
      'another order in the schema',
      tool(undefined, { a: { x: 1, y: 2 } }),
      tool(undefined, { a: { y: 2, x: 1 } }),
      undefined,
    ],
    ['the schema', tool(), tool(undefined, { type: 'object', required: ['a'] }), 'changed: input schema'],
    [
      'a hint that appeared',
      tool(),
      tool({ idempotentHint: true }),
      'changed: idempotentHint absent to true (DECLARED SAFER than accepted)',
    ],
    [
      'a hint that became true',
      tool({ readOnlyHint: false }),
      tool({ readOnlyHint: true }),
      'changed: readOnlyHint false to true (DECLARED SAFER than accepted)',
    ],
    ['a hint that was lost', tool({ idempotentHint: true }), tool(), 'changed: idempotentHint true to absent'],
    [
      'no longer destructive',
      tool({ destructiveHint: true }),
      tool({}),
      'changed: destructiveHint true to absent (DECLARED SAFER than accepted)',
    ],
    [
      'said to be harmless',
      tool({}),
      tool({ destructiveHint: false }),
      'changed: destructiveHint absent to false (DECLARED SAFER than accepted)',
    ],
    [
      'became destructive',
      tool({ destructiveHint: false }),
      tool({ destructiveHint: true }),
      'changed: destructiveHint false to true',
    ],
    [
      'a contradiction taken back',
      tool({ readOnlyHint: true, idempotentHint: false }),
      tool({ readOnlyHint: true }),
      'changed: idempotentHint false to absent (DECLARED SAFER than accepted)',
    ],
    [
      'a wrong type corrected',
      tool({ idempotentHint: true, destructiveHint: 'no' }),
      tool({ idempotentHint: true }),
      'changed: destructiveHint a string to absent (DECLARED SAFER than accepted)',
    ],
    [
      'a wrong type instead of a right one',
      tool({ idempotentHint: true }),
      tool({ idempotentHint: 'true' }),
      'changed: idempotentHint true to a string',
    ],
    ['only the title', tool({ title: 'a' }), tool({ title: 'b' }), 'changed: annotations'],
    [
      'both',
      tool({ openWorldHint: false }),
      tool({ openWorldHint: true }, { x: 1 }),
      'changed: openWorldHint false to true, input schema',
    ],
  ])('%s', (_name, before, now, expected) => {
    expect(between([before], [now]).map(driftWords)[0]).toBe(expected);
  });

  it('annotations too long to be written down are still told apart, and their hints too', () => {
    const long = 'x'.repeat(5_000);
    const [drift] = between([tool({ title: long })], [tool({ title: long, idempotentHint: true })]);
    expect(drift).toEqual({
      tool: 'pay',
      kind: 'changed',
      safer: true,
      hints: [{ hint: 'idempotentHint', before: undefined, now: true, safer: true }],
      schemaChanged: false,
      annotationsChanged: false,
    });
    expect(fingerprint(tool({ title: long, idempotentHint: 1 }))).toMatchObject({
      annotations: { idempotentHint: 'number' },
    });
  });
});

it('names what was added and removed', () => {
  const named = (name: string): DiscoveredTool => ({ ...tool(), name });
  expect(
    between([named('a'), named('b')], [named('b'), named('c')]).map(({ tool: name, kind }) => [name, kind]),
  ).toEqual([
    ['c', 'added'],
    ['a', 'removed'],
  ]);
});

it('tells a session in one line, what became safer first and terminal control nowhere', () => {
  const evil = { ...tool(), name: 'x\u001b[2J' };
  const others = ['a', 'b', 'c'].map((name) => ({ ...tool(), name }));
  expect(driftLine('srv\u0007', between([tool()], [evil, ...others, tool({ readOnlyHint: true })]))).toBe(
    'MCP server "srv" is not as it was accepted: pay changed: readOnlyHint absent to true (DECLARED SAFER than accepted); ' +
      'x added; a added; and 2 more. See: qwen mcp inventory',
  );
});
