import { describe, expect, it } from 'vitest';
import { REPLAY_CLASSES, type ReplayClass } from '../../mcp/inventory/replay-class.js';
import { parseHints, type ToolHints } from '../../mcp/discovery/hints.js';
import { closedGates, isReadOnly, isReadOnlyCall, isReplaySafe, type Gate, type ReplayFacts } from './replay-gates.js';

const both = { server: true, workspace: true };
const open: ReplayFacts = { trust: both, hints: { idempotentHint: true } };

describe('closedGates names what keeps a call from being sent again', () => {
  it.each<[string, Partial<ReplayFacts>, Gate[]]>([
    ['RB-19 idempotent', {}, []],
    ['RB-20 read-only', { hints: { readOnlyHint: true } }, []],
    ['idempotent and destructive', { hints: { idempotentHint: true, destructiveHint: true } }, []],
    ['idempotent and explicitly not read-only', { hints: { readOnlyHint: false, idempotentHint: true } }, []],
    ['RB-25 server not trusted', { trust: { server: false, workspace: true } }, ['server-trust']],
    ['RB-26 workspace not trusted', { trust: { server: true, workspace: false } }, ['workspace-trust']],
    ['RB-21 no annotations', { hints: undefined }, ['hints-present', 'declared-repeatable']],
    ['RB-22 not idempotent', { hints: { idempotentHint: false } }, ['declared-repeatable']],
    ['only destructive', { hints: { destructiveHint: true } }, ['declared-repeatable']],
    ['only open world', { hints: { openWorldHint: false } }, ['declared-repeatable']],
    ['RB-23 read-only yet destructive', { hints: { readOnlyHint: true, destructiveHint: true } }, ['hints-agree']],
    ['RB-24 read-only yet not idempotent', { hints: { readOnlyHint: true, idempotentHint: false } }, ['hints-agree']],
    [
      'all three hints true',
      { hints: { readOnlyHint: true, destructiveHint: true, idempotentHint: true } },
      ['hints-agree'],
    ],
    ['the team says read-only', { team: 'read-only' }, []],
    ['the team says idempotent', { team: 'idempotent-write' }, []],
    ['the team says not idempotent', { team: 'non-idempotent-write' }, ['team-classification']],
    ['the team does not know', { team: 'unknown' }, ['team-classification']],
    [
      'the team says read-only, the server nothing',
      { hints: undefined, team: 'read-only' },
      ['hints-present', 'declared-repeatable'],
    ],
    ['the team misspelt it', { team: 'readonly' as unknown as ReplayClass }, ['team-classification']],
    [
      'RB-18 nothing is given',
      { trust: { server: false, workspace: false }, hints: undefined },
      ['server-trust', 'workspace-trust', 'hints-present', 'declared-repeatable'],
    ],
  ])('%s', (_name, change, expected) => {
    expect(closedGates({ ...open, ...change })).toEqual(expected);
  });
});

/**
 * The rule once more, as a list of what is safe: (readOnly, destructive, idempotent), `-` for absent.
 * Written out by hand from docs/design/mcp-safe-replay.md, so that the gates are held against something else than themselves.
 */
const SAFE_COMBINATIONS = new Set([
  // idempotent, and not read-only: whatever is destroyed is destroyed once
  '- - true',
  '- false true',
  '- true true',
  'false - true',
  'false false true',
  'false true true',
  // read-only, and nothing contradicts it
  'true - -',
  'true false -',
  'true - true',
  'true false true',
]);

const VALUES = [undefined, true, false] as const;
const combinations = VALUES.flatMap((readOnlyHint) =>
  VALUES.flatMap((destructiveHint) =>
    VALUES.map((idempotentHint) => ({ readOnlyHint, destructiveHint, idempotentHint })),
  ),
);
const trusts = [true, false].flatMap((server) => [true, false].map((workspace) => ({ server, workspace })));

const spelled = ({ readOnlyHint, destructiveHint, idempotentHint }: (typeof combinations)[number]): string =>
  [readOnlyHint, destructiveHint, idempotentHint].map((value) => value ?? '-').join(' ');

/** As a server would send them: an absent hint is absent, not undefined. */
const asSent = (combination: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(combination).filter(([, value]) => value !== undefined));

describe('isReplaySafe over all 27 hint combinations and all 4 trust combinations', () => {
  it('covers 108 rows, 10 of them safe', () => {
    const rows = combinations.flatMap((combination) => trusts.map((trust) => ({ combination, trust })));
    const safe = rows.filter(({ combination, trust }) =>
      isReplaySafe({ trust, hints: parseHints(asSent(combination)) }),
    );
    expect(rows).toHaveLength(108);
    expect(safe.map(({ combination }) => spelled(combination)).sort()).toEqual([...SAFE_COMBINATIONS].sort());
  });

  it.each(combinations.flatMap((combination) => trusts.map((trust) => ({ combination, trust }))))(
    '$combination with $trust',
    ({ combination, trust }) => {
      const expected = trust.server && trust.workspace && SAFE_COMBINATIONS.has(spelled(combination));
      expect(isReplaySafe({ trust, hints: parseHints(asSent(combination)) })).toBe(expected);
    },
  );
});

describe('the team can only make it stricter', () => {
  it.each(combinations.flatMap((combination) => trusts.map((trust) => ({ combination, trust }))))(
    '$combination with $trust, whatever the team says',
    ({ combination, trust }) => {
      const facts = { trust, hints: parseHints(asSent(combination)) };
      const safeWith = REPLAY_CLASSES.filter((team) => isReplaySafe({ ...facts, team }));
      expect(safeWith).toEqual(isReplaySafe(facts) ? ['read-only', 'idempotent-write'] : []);
      const readOnlyWith = REPLAY_CLASSES.filter((team) => isReadOnlyCall({ ...facts, team }));
      expect(readOnlyWith).toEqual(isReadOnlyCall(facts) ? ['read-only'] : []);
    },
  );
});

describe('only the boolean true counts', () => {
  it.each([
    ['"true" for idempotent', { idempotentHint: 'true' }],
    ['1 for idempotent', { idempotentHint: 1 }],
    ['null for idempotent', { idempotentHint: null }],
    ['an object for read-only', { readOnlyHint: {} }],
    ['a wrong type beside a right one', { idempotentHint: true, destructiveHint: 'false' }],
    ['a wrong open-world hint beside a right one', { readOnlyHint: true, openWorldHint: 'no' }],
    ['an array', [true]],
    ['a string', 'idempotent'],
    ['an empty block', {}],
    ['null', null],
  ])('annotations: %s', (_name, annotations) => {
    expect(isReplaySafe({ trust: both, hints: parseHints(annotations) })).toBe(false);
  });

  it.each([['true'], [1], [undefined], [null], [{}]])('trust spelled %j is no trust', (value) => {
    const spelledWrong = value as unknown as boolean;
    expect(closedGates({ ...open, trust: { server: spelledWrong, workspace: true } })).toEqual(['server-trust']);
    expect(closedGates({ ...open, trust: { server: true, workspace: spelledWrong } })).toEqual(['workspace-trust']);
  });
});

describe('isReadOnly', () => {
  it.each<[boolean, ToolHints | undefined]>([
    [true, { readOnlyHint: true }],
    [true, { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
    [false, { readOnlyHint: true, destructiveHint: true }],
    [false, { readOnlyHint: true, idempotentHint: false }],
    [false, { readOnlyHint: false, idempotentHint: true }],
    [false, { idempotentHint: true }],
    [false, undefined],
  ])('%s for %j', (expected, hints) => {
    expect(isReadOnly(hints)).toBe(expected);
  });
});
