import { describe, expect, it } from 'vitest';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { OutputFormat } from '../args/parse-args.js';
import { reportFatal } from './fatal.js';

const RESULT = {
  type: 'result',
  subtype: 'error_during_execution',
  uuid: 'U',
  session_id: 'S',
  is_error: true,
  duration_ms: 0,
  duration_api_ms: 0,
  num_turns: 0,
  usage: { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, total_tokens: 0 },
  permission_denials: [],
  unknown_outcomes: [],
  error: { message: 'No key.' },
};
const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

it.each<[unknown, OutputFormat, { code: number; stdout: string; stderr: string }]>([
  [new QwenError('config', 'Bad file.'), 'text', { code: 52, stdout: '', stderr: 'Bad file.\n' }],
  [new QwenError('config', 'Bad file.'), 'stream-json', { code: 52, stdout: '', stderr: 'Bad file.\n' }],
  [
    new QwenError('config', 'Bad file.'),
    'json',
    { code: 52, stdout: '', stderr: json({ error: { type: 'FatalConfigError', message: 'Bad file.', code: 52 } }) },
  ],
  [
    new QwenError('usage', 'No input.'),
    'json',
    { code: 1, stdout: '', stderr: json({ error: { type: 'FatalInputError', message: 'No input.', code: 1 } }) },
  ],
  [
    new QwenError('turn-limit', 'Too many turns.'),
    'json',
    {
      code: 53,
      stdout: '',
      stderr: json({ error: { type: 'FatalTurnLimitedError', message: 'Too many turns.', code: 53 } }),
    },
  ],
  [new QwenError('turn-limit', 'Too many.'), 'stream-json', { code: 53, stdout: '', stderr: 'Too many.\n' }],
  [new QwenError('auth', 'No key.'), 'text', { code: 1, stdout: '', stderr: 'No key.\n' }],
  [new QwenError('auth', 'No key.'), 'json', { code: 1, stdout: json([RESULT]), stderr: '' }],
  [new QwenError('auth', 'No key.'), 'stream-json', { code: 1, stdout: json(RESULT), stderr: '' }],
  [
    new TypeError('secret detail'),
    'text',
    { code: 1, stdout: '', stderr: 'Unexpected TypeError; run again with --debug for details.\n' },
  ],
])('%s with -o %s', (error, format, expected) => {
  const written = { stdout: '', stderr: '' };
  const code = reportFatal(error, {
    format,
    sessionId: 'S',
    newId: () => 'U',
    tally: { cutOff: [], unknownOutcomes: [] },
    output: { stdout: (text) => void (written.stdout += text), stderr: (text) => void (written.stderr += text) },
  });
  expect({ code, ...written }).toEqual(expected);
});

describe('a limit that ends a run while calls are out', () => {
  const UNKNOWN = { tool_use_id: 'c1', tool_name: 'mcp__s__pay', code: 'cancelled', record_id: 'mo_1' };
  const TOLD =
    'Out of time. In flight: mcp__s__pay (record mo_1), run_shell_command. Whether that was done is unknown: verify before you do it again.';

  const report = (format: OutputFormat): string => {
    let stderr = '';
    reportFatal(new QwenError('budget', 'Out of time.'), {
      format,
      sessionId: 'S',
      newId: () => 'U',
      tally: {
        cutOff: [
          { id: 'c1', name: 'mcp__s__pay' },
          { id: 'c2', name: 'run_shell_command' },
        ],
        unknownOutcomes: [UNKNOWN],
      },
      output: { stdout: () => {}, stderr: (text) => void (stderr += text) },
    });
    return stderr;
  };

  it('says so, with their records', () => {
    expect(report('text')).toBe(`${TOLD}\n`);
    expect(report('stream-json')).toBe(`${TOLD}\n`);
    expect(JSON.parse(report('json'))).toEqual({
      error: { type: 'FatalBudgetExceededError', message: TOLD, code: 55, unknown_outcomes: [UNKNOWN] },
    });
  });
});
