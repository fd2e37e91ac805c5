import { expect, it } from 'vitest';
import { parseHints } from '../../mcp/discovery/hints.js';
import { isReplayable } from '../../mcp/inventory/replay-class.js';
import { declaredClass } from './declared-class.js';
import { isReplaySafe } from './replay-gates.js';

it.each<[object | undefined, string]>([
  [undefined, 'unknown'],
  [{}, 'unknown'],
  [{ openWorldHint: true }, 'unknown'],
  [{ readOnlyHint: true }, 'read-only'],
  [{ readOnlyHint: true, idempotentHint: true, destructiveHint: false }, 'read-only'],
  [{ readOnlyHint: true, destructiveHint: true }, 'unknown'],
  [{ readOnlyHint: true, idempotentHint: false }, 'unknown'],
  [{ idempotentHint: true }, 'idempotent-write'],
  [{ idempotentHint: true, destructiveHint: true }, 'idempotent-write'],
  [{ idempotentHint: false }, 'non-idempotent-write'],
  [{ destructiveHint: false }, 'non-idempotent-write'],
  [{ readOnlyHint: false }, 'non-idempotent-write'],
  [{ idempotentHint: 'true' }, 'unknown'],
])('%j is %s', (annotations, expected) => {
  expect(declaredClass(parseHints(annotations))).toBe(expected);
});

it('calls replayable exactly what the gates let through', () => {
  const values = [undefined, true, false];
  const trust = { server: true, workspace: true };
  const all = values.flatMap((readOnlyHint) =>
    values.flatMap((destructiveHint) =>
      values.map((idempotentHint) => JSON.parse(JSON.stringify({ readOnlyHint, destructiveHint, idempotentHint }))),
    ),
  );
  const replayable = all.filter((each) => isReplayable(declaredClass(parseHints(each))));
  expect(replayable).toEqual(all.filter((each) => isReplaySafe({ trust, hints: parseHints(each) })));
  expect(replayable).toHaveLength(10);
});
