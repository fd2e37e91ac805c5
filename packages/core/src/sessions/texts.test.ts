import { expect, it } from 'vitest';
import { interruptedCode, interruptedNotice, interruptedText } from './texts.js';

it('tells the model of a call that was cut off', () => {
  expect([interruptedCode('mcp__shop__order'), interruptedText('mcp__shop__order')]).toEqual([
    'mcp_outcome_unknown',
    'The outcome of this call is unknown: qwen was stopped before the answer was recorded. The operation may have completed. It was not sent again and must not be retried automatically. Verify the outcome first, with a read-only tool of the same server if it has one. `qwen mcp outcomes` lists every call whose outcome is unknown.',
  ]);
  expect([interruptedCode('write_file'), interruptedText('write_file')]).toEqual([
    'interrupted',
    'Interrupted: qwen was stopped before the result was recorded. Whether it took effect is unknown. Check before doing it again.',
  ]);
});

it('tells the user in one line, with the record where there is one', () => {
  expect(
    interruptedNotice([
      { tool: 'mcp__shop__order', recordId: 'mo_0123456789abcdef' },
      { tool: 'write_file', recordId: undefined },
    ]),
  ).toBe(
    'The session was interrupted during: mcp__shop__order (record mo_0123456789abcdef), write_file. Whether that was done is unknown: verify before it is done again. See `qwen mcp outcomes`.',
  );
  expect(interruptedNotice([{ tool: 'write_file', recordId: undefined }])).toBe(
    'The session was interrupted during: write_file. Whether that was done is unknown: verify before it is done again.',
  );
});
