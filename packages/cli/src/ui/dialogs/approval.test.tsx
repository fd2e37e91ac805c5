import stringWidth from 'string-width';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalProps, ApprovalResult } from './approval.js';
import { approvalDialog } from './approval.js';
import { SETTLE_MS } from './settle.js';
import { diffOf } from '../render/diff.js';
import { renderDialog, type RenderedDialog } from '../testing/render-dialog.js';

const command: ApprovalProps = {
  subject: {
    ...{ kind: 'command', command: 'git push', about: 'Publish', directory: '/home/u/proj', background: false },
    ...{ programs: [], unclear: false },
  },
  suggestion: { kind: 'rule', rule: 'run_shell_command(git push *)' },
  trusted: true,
  autoAsks: false,
  modifiable: false,
  files: { project: '.qwen/settings.json', user: '~/.qwen/settings.json' },
  reason: undefined,
  agent: undefined,
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
    args: '{ "amount": 7 }',
  },
  suggestion: { kind: 'rule', rule: 'mcp__bank__pay' },
};
const change: ApprovalProps = {
  ...command,
  subject: {
    kind: 'change',
    path: '/home/u/proj/a.txt',
    preview: { kind: 'diff', lines: diffOf('a\nb\n', 'a\nc\n') ?? [], isNew: false, notes: [] },
  },
  suggestion: { kind: 'mode', mode: 'auto-edit' },
};

const created: ApprovalProps = {
  ...change,
  subject: {
    kind: 'change',
    path: '/home/u/proj/new.txt',
    preview: { kind: 'diff', lines: diffOf('', 'x\ny\n') ?? [], isNew: true, notes: ['line ends of Windows'] },
  },
};
const compound: ApprovalProps = {
  ...command,
  subject: {
    ...{
      kind: 'command',
      command: 'cd a\nrm -rf b | tee $(c)',
      about: '',
      directory: '/home/u/proj',
      background: true,
    },
    ...{ programs: ['cd', 'rm', 'tee', 'c'], unclear: true },
  },
  suggestion: { kind: 'none' },
};

let dialog: RenderedDialog<ApprovalResult>;
afterEach(() => dialog.unmount());

async function open(props: ApprovalProps, columns = 80, rows = 24): Promise<void> {
  dialog = await renderDialog(approvalDialog(props), { columns, rows });
}

const [UP, DOWN, ENTER, ESC] = ['\u001b[A', '\u001b[B', '\r', '\u001b[27u'];

describe.each([40, 80, 200])('at %i columns', (columns) => {
  it.each<[string, ApprovalProps, string[]]>([
    [
      'a command',
      command,
      [
        'Run this command?',
        'git push',
        'Publish',
        'In /home/u/proj',
        '1. Yes, once',
        'run_shell_command(git push *)',
        '(.qwen/settings.json)',
        '4. No',
      ],
    ],
    [
      'a command of several',
      compound,
      ['cd a', 'rm -rf b | tee $(c)', 'Runs cd, rm, tee, c and perhaps more', 'In the background, in'],
    ],
    [
      'a call of a sub-agent that mode auto could not judge',
      { ...command, agent: 'Explore', reason: 'It leaves the folder.', autoAsks: true },
      ['For the sub-agent Explore', 'It leaves the folder.', '1. Yes, once, and leave Auto mode'],
    ],
    ['a new file', created, ['new file', 'line ends of Windows', '+2 -0', '1 + x', '2 + y']],
    [
      'a call of an MCP tool',
      mcp,
      [
        'pay of the server bank (Pay a bill)',
        'destructive',
        'not idempotent',
        'non-idempotent write',
        'never sent again: the server',
        '"amount": 7',
      ],
    ],
    ['a change', change, ['Change this file?', '/home/u/proj/a.txt', '+1 -1', '2 - b', '2 + c', 'accept edits']],
  ])('shows %s', async (_name, props, words) => {
    await open(props, columns, 40);
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
  ['leaving mode auto', { ...command, autoAsks: true }, ENTER, { kind: 'mode', mode: 'default' }],
  ['an own editor', { ...change, modifiable: true }, '3', { kind: 'modify' }],
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

it('scrolls what is higher than the screen', async () => {
  const lines = Array.from({ length: 50 }, (_, at) => `echo ${at}`).join('\n');
  await open({ ...command, subject: { ...command.subject, command: lines } as ApprovalProps['subject'] });
  await dialog.settle();
  expect(dialog.frame()).toMatch(/echo 0[^]*↓ \d+ more lines \(PgDn\)[^]*1\. Yes, once/);
  await dialog.press('\u001b[F');
  expect(dialog.frame()).toMatch(/↑ \d+ more lines \(PgUp\)[^]*echo 49[^]*1\. Yes, once/);
});

it.each([
  [20, 10],
  [24, 14],
])(
  'keeps to its share of %i rows at 40 columns: a higher frame would cost a line of what is above',
  async (rows, share) => {
    await open(mcp, 40, rows);
    await dialog.settle();
    for (let at = 0; at < 4; at += 1) {
      expect(dialog.frame().trim().split('\n').length).toBeLessThanOrEqual(share);
      await dialog.press(DOWN);
    }
  },
);

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
