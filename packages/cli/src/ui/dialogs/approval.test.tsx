import stringWidth from 'string-width';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalProps, ApprovalResult } from './approval.js';
import { approvalDialog } from './approval.js';
import { SETTLE_MS } from './settle.js';
import { diffOf } from '../render/diff.js';
import { renderDialog, type RenderedDialog } from '../testing/render-dialog.js';

const command: ApprovalProps = {
  subject: { kind: 'command', command: 'git push', about: 'Publish', directory: '', background: false },
  suggestion: { kind: 'rule', rule: 'run_shell_command(git push *)' },
  trusted: true,
  reason: undefined,
};
const mcp: ApprovalProps = {
  ...command,
  subject: {
    kind: 'mcp',
    server: 'bank',
    facts: {
      tool: 'pay',
      title: 'Pay a bill',
      hints: { destructiveHint: true, idempotentHint: false },
      replayClass: 'non-idempotent-write',
      shutGates: [{ gate: 'declared-repeatable', why: 'the server does not declare it safe to repeat', opens: '' }],
    },
    args: '{\n  "amount": 7\n}',
  },
  suggestion: { kind: 'rule', rule: 'mcp__bank__pay' },
};
const change: ApprovalProps = {
  ...command,
  subject: {
    kind: 'change',
    path: '/home/u/proj/a.txt',
    preview: { kind: 'diff', lines: diffOf('a\nb\n', 'a\nc\n') ?? [], isNew: false },
  },
  suggestion: { kind: 'mode', mode: 'auto-edit' },
};

let dialog: RenderedDialog<ApprovalResult>;
afterEach(() => dialog.unmount());

async function open(props: ApprovalProps, columns = 80): Promise<void> {
  dialog = await renderDialog(approvalDialog(props), { columns });
}

const [UP, DOWN, ENTER, ESC] = ['\u001b[A', '\u001b[B', '\r', '\u001b[27u'];

describe.each([40, 80, 200])('at %i columns', (columns) => {
  it.each<[string, ApprovalProps, string[]]>([
    ['a command', command, ['Run this command?', 'git push', 'Publish', '1. Yes, once', '4. No']],
    [
      'a call of an MCP tool',
      mcp,
      [
        'bank',
        'pay',
        'Pay a bill',
        'destructive',
        'not idempotent',
        'non-idempotent write',
        'never sent again: the server',
        '"amount": 7',
      ],
    ],
    ['a change', change, ['Change this file?', '/home/u/proj/a.txt', '+1 -1', '2 - b', '2 + c', 'accept edits']],
  ])('shows %s', async (_name, props, words) => {
    await open(props, columns);
    const frame = dialog.frame();
    const flat = frame.replace(/[│\n]/g, ' ').replace(/ +/g, ' ');
    for (const word of words) expect(flat).toContain(word);
    expect(Math.max(...frame.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
  });
});

it.each<[string, ApprovalProps, string, ApprovalResult]>([
  ['a digit', command, '1', { kind: 'once' }],
  ['Enter', command, ENTER, { kind: 'once' }],
  ['always here', command, '2', { kind: 'always', scope: 'project', rule: 'run_shell_command(git push *)' }],
  ['always', command, '3', { kind: 'always', scope: 'user', rule: 'run_shell_command(git push *)' }],
  [
    'arrows and Enter at once',
    command,
    `${DOWN}${DOWN}${UP}${ENTER}`,
    { kind: 'always', scope: 'project', rule: 'run_shell_command(git push *)' },
  ],
  ['accepting edits', change, '2', { kind: 'mode', mode: 'auto-edit' }],
  ['Esc', command, ESC, { kind: 'no', feedback: '' }],
  ['a no without words', command, `4${ENTER}`, { kind: 'no', feedback: '' }],
  ['a no with words', command, `${UP}${ENTER}use a branch${ENTER}`, { kind: 'no', feedback: 'use a branch' }],
])('takes %s', async (_name, props, keys, value) => {
  await open(props);
  await dialog.settle();
  await dialog.press(keys);
  expect(dialog.result()).toEqual({ value });
});

it('remembers nothing in an untrusted folder', async () => {
  await open({ ...command, trusted: false });
  expect(dialog.frame()).not.toContain('Always');
  expect(dialog.frame()).toContain('2. No');
});

describe('is not answered', () => {
  it.each(['1', ENTER, '\u001b[200~1\n\u001b[201~'])('by %j before it has settled', async (keys) => {
    await open(command);
    await dialog.press(keys);
    await dialog.settle();
    expect(dialog.result()).toBeUndefined();
  });

  it('while somebody goes on typing', async () => {
    await open(command);
    for (let presses = 0; presses < 10; presses += 1) {
      await dialog.press('1');
      await dialog.wait(SETTLE_MS - 100);
    }
    expect(dialog.result()).toBeUndefined();
  });

  it('by a paste, ever', async () => {
    await open(command);
    await dialog.settle();
    await dialog.press('\u001b[200~1\n\u001b[201~');
    expect(dialog.result()).toBeUndefined();
  });
});
