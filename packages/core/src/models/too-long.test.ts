import { expect, it } from 'vitest';
import { QwenError } from '../shared/qwen-error.js';
import { isTooLong } from './too-long.js';

it.each<[unknown, boolean]>([
  [{ status: 400, code: 'context_length_exceeded', message: 'x' }, true],
  [{ status: 400, message: "This model's maximum context length is 8192 tokens." }, true],
  [{ status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' }, true],
  [{ status: 400, message: 'Range of input length should be [1, 129024]' }, true],
  [{ status: 400, message: 'The input token count (2000000) exceeds the maximum' }, true],
  [{ status: 400, message: 'no such model' }, false],
  [{ status: 500, message: 'maximum context length' }, false],
  [undefined, false],
])('%j: %s', (cause, expected) => {
  expect(isTooLong(new QwenError('model-api', 'shown', cause))).toBe(expected);
  expect(isTooLong(new QwenError('auth', 'shown', cause))).toBe(false);
});
