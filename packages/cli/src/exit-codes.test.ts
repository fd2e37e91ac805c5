/** Pins: scripts and the SDK act on these numbers. */
import { expect, it } from 'vitest';
import { EXIT, exitCodeOf } from './exit-codes.js';

it('keeps its numbers', () => {
  expect(EXIT).toEqual({
    ok: 0,
    failure: 1,
    badInput: 42,
    sandbox: 44,
    config: 52,
    turnLimit: 53,
    budget: 55,
    sighup: 129,
    sigint: 130,
    sigterm: 143,
  });
});

it.each([
  ['usage', 1],
  ['input', 42],
  ['config', 52],
  ['sandbox', 44],
  ['auth', 1],
  ['io', 1],
  ['model-api', 1],
  ['no-answer', 1],
  ['turn-limit', 53],
  ['budget', 55],
  ['cancelled', 130],
  ['mcp_outcome_unknown', 1],
] as const)('%s ends with %i', (code, expected) => {
  expect(exitCodeOf(code)).toBe(expected);
});
