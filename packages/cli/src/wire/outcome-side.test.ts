import { DEFAULTS } from '@qwen-code/qwen-code-core/settings/defaults.js';
import type { FreezeSetting } from '@qwen-code/qwen-code-core/settings/freeze-setting.js';
import { expect, it } from 'vitest';
import { freezeSetting } from './outcome-side.js';

const settings = (freeze: FreezeSetting) => ({
  ...DEFAULTS,
  mcp: { ...DEFAULTS.mcp, unknownOutcomes: { freeze, retentionDays: 90 } },
});

it.each<[FreezeSetting, FreezeSetting, FreezeSetting]>([
  ['ask', 'off', 'ask'],
  ['ask', 'block', 'block'],
  ['off', 'off', 'off'],
  ['block', 'off', 'block'],
])('the user says %s, with the project it is %s: %s', (user, merged, expected) => {
  expect(freezeSetting({ operatorSettings: settings(user), settings: settings(merged) })).toBe(expected);
});
