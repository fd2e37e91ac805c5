import { mergeLayers } from '@qwen-code/qwen-code-core/settings/merge.js';
import { DEFAULTS, type Defaults } from '@qwen-code/qwen-code-core/settings/defaults.js';
import type { Settings } from '@qwen-code/qwen-code-core/settings/schema.js';
import { expect, it } from 'vitest';
import { runLimits } from './run-limits.js';

type Flags = Parameters<typeof runLimits>[0];

const NO_FLAGS: Flags = { maxSessionTurns: undefined, maxToolCalls: undefined, maxWallTimeMs: undefined };

function limits(flags: Partial<Flags>, model: object) {
  const settings = mergeLayers([DEFAULTS, { model }]) as Settings & Defaults;
  const { callBudget, ...rest } = runLimits({ ...NO_FLAGS, ...flags }, { settings });
  return { ...rest, calls: callBudget?.left() };
}

const NONE = {
  maxTurns: -1,
  calls: Infinity,
  maxWallTimeMs: -1_000,
  maxToolCallsPerTurn: undefined,
  maxRepeats: undefined,
};

it.each<[string, Partial<Flags>, object, object]>([
  ['nothing is said', {}, {}, NONE],
  [
    'settings',
    {},
    { maxSessionTurns: 3, maxToolCalls: 4, maxWallTimeSeconds: 1.5, maxToolCallsPerTurn: 7, skipLoopDetection: false },
    { maxTurns: 3, calls: 4, maxWallTimeMs: 1_500, maxToolCallsPerTurn: 7, maxRepeats: 5 },
  ],
  [
    'flags beat settings',
    { maxSessionTurns: 1, maxToolCalls: 0, maxWallTimeMs: 90_000 },
    { maxSessionTurns: 3, maxToolCalls: 4, maxWallTimeSeconds: 1 },
    { ...NONE, maxTurns: 1, calls: 0, maxWallTimeMs: 90_000 },
  ],
  ['a flag takes a limit away', { maxToolCalls: -1 }, { maxToolCalls: 4 }, NONE],
])('%s', (_what, flags, model, expected) => {
  expect(limits(flags, model)).toEqual(expected);
});
