import { expect, it } from 'vitest';
import { commandText, type CommandReport } from '@qwen-code/qwen-code-core/tools/shell/shell-text.js';
import { shellResultText } from './shell-result.js';

const captured = (text: string): CommandReport['output'] => ({
  text,
  cut: false,
  saved: undefined,
  totalBytes: text.length,
});

const report = (more: Partial<CommandReport>): string =>
  commandText({
    command: 'make\ntest',
    directory: undefined,
    output: captured('5\n'),
    outcome: { kind: 'exited', exitCode: 0, signal: null },
    pid: 7,
    leftRunning: false,
    ...more,
  });

it.each<[string, string, string]>([
  ['its output alone when all is well', report({}), '5'],
  ['several lines', report({ output: captured('a\nError: not ours\nb\n') }), 'a\nError: not ours\nb'],
  ['no output', report({ output: captured('') }), 'No output'],
  ['an exit code', report({ outcome: { kind: 'exited', exitCode: 2, signal: null } }), '5\nExit code 2'],
  [
    'a signal',
    report({ output: captured(''), outcome: { kind: 'exited', exitCode: null, signal: 'SIGKILL' } }),
    'Ended by SIGKILL',
  ],
  [
    'a time limit',
    report({ outcome: { kind: 'timed-out', limitMs: 50 } }),
    '5\nNot done after 50 ms; the command and everything it started were ended. Give a longer timeout, or set is_background.',
  ],
  [
    'what goes on',
    report({ leftRunning: true }),
    '5\nStill Running: processes that it started go on in process group 7 until qwen stops.',
  ],
  ['any other text as it is', 'Not run: nobody was asked.', 'Not run: nobody was asked.'],
])('shows %s', (_name, text, shown) => {
  expect(shellResultText(text)).toBe(shown);
});
