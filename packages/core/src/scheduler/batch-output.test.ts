import { expect, it } from 'vitest';
import type { ToolResult } from '../tools/types.js';
import { createBatchOutput } from './batch-output.js';
import type { FinishedCall } from './types.js';

const call = (result: Partial<ToolResult> & { readonly text: string }): FinishedCall => ({
  call: { id: 'c', name: 'look', argumentsJson: '{}' },
  args: {},
  result: { status: 'ok', ...result },
  denied: false,
  durationMs: 1,
});
const lengths = (maxChars: number | undefined, ...results: readonly FinishedCall[]): number[] =>
  results.map(createBatchOutput(maxChars)).map(({ result }) => result.text.length);
const long = 'x'.repeat(10_000);

it('cuts what is too long for what is left over, and keeps a part of each', () => {
  const [first, second, third] = [call({ text: long }), call({ text: long }), call({ text: long })].map(
    createBatchOutput(15_000),
  );
  expect(first).toEqual(call({ text: long }));
  expect(second?.result.text).toMatch(
    /^x{2500}\n\.\.\. \[5000 characters left out\] \.\.\.\nx{2500}\n\n\[Cut: the results of this message are too long together\. Ask for less at a time\.\]$/,
  );
  expect(third?.result.text).toMatch(/^x{1000}\n\.\.\. \[8000 characters left out\]/);
});

it('leaves unknown outcomes and typed errors whole', () => {
  const typed = call({ text: long, status: 'error', code: 'mcp_outcome_unknown' });
  const unknown = call({ text: long, status: 'cancelled', outcomeUnknown: true });
  expect(lengths(3_000, typed, unknown)).toEqual([10_000, 10_000]);
});

it.each([undefined, -1, 0])('%s is no limit', (maxChars) => {
  expect(lengths(maxChars, call({ text: long }), call({ text: long }))).toEqual([10_000, 10_000]);
});
