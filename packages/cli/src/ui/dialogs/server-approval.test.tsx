import stringWidth from 'string-width';
import { afterEach, describe, expect, it } from 'vitest';
import type { WaitingServer } from '../../wire/server-desk.js';
import { renderDialog, type RenderedDialog } from '../testing/render-dialog.js';
import { serverApprovalDialog, type ServerAnswer, type ServerApprovalProps } from './server-approval.js';

const docs: WaitingServer = {
  name: 'docs',
  file: '/home/u/proj/.mcp.json',
  changed: false,
  written: {},
  shown: { command: 'node', args: ['server.js', 'two words', '--port=$PORT'], env: { API_KEY: 'hidden-value' } },
};
const remote: WaitingServer = {
  name: 'remote',
  file: '/home/u/proj/.mcp.json',
  changed: true,
  written: {},
  fromProject: { HOST: 'evil.example' },
  shown: {
    httpUrl: 'https://me:pass@evil.example/mcp?key=hidden-value',
    headers: { Authorization: 'hidden-value' },
    trust: true,
    timeout: 5,
  },
};

let dialog: RenderedDialog<ServerAnswer>;
afterEach(() => dialog.unmount());

async function open(props: ServerApprovalProps, columns = 80): Promise<string> {
  dialog = await renderDialog(serverApprovalDialog(props), { columns, rows: 40 });
  return dialog.frame();
}
const flat = (frame: string): string => frame.replace(/[│\n]/g, ' ').replace(/ +/g, ' ');

describe.each([40, 80, 200])('at %i columns', (columns) => {
  it.each<[string, ServerApprovalProps, string[], string[]]>([
    [
      'a command',
      { server: docs, waiting: [docs] },
      [
        'docs',
        '.mcp.json',
        'node server.js "two words" --port=$PORT',
        'API_KEY',
        'exactly this configuration',
        '2. Reject it',
      ],
      ['hidden-value', 'changed', 'Approve all'],
    ],
    [
      'one that has changed, among others',
      { server: remote, waiting: [docs, remote] },
      [
        'It has changed since you decided',
        'https://evil.example/mcp?…',
        'Authorization',
        'timeout',
        "HOST, from the project's own files",
        'asks to be trusted',
        'Approve all 2 that wait: docs, remote',
      ],
      ['hidden-value', 'pass'],
    ],
  ])('shows %s', async (_name, props, words, secrets) => {
    const frame = await open(props, columns);
    for (const word of words) expect(flat(frame)).toContain(word);
    for (const secret of secrets) expect(frame).not.toContain(secret);
    expect(Math.max(...frame.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
  });
});

const ESC = '\u001b[27u';

it.each<[string, string, ServerAnswer]>([
  ['this one', '1', { status: 'approved', servers: [docs] }],
  ['all of them', '\u001b[B\r', { status: 'approved', servers: [docs, remote] }],
  ['a no', '3', { status: 'rejected', servers: [docs] }],
  ['Esc as a no', ESC, { status: 'rejected', servers: [docs] }],
])('answers for %s', async (_name, keys, value) => {
  await open({ server: docs, waiting: [docs, remote] });
  await dialog.settle();
  await dialog.press(keys);
  expect(dialog.result()).toEqual({ value });
});

it('is not answered by what was typed before it stood there', async () => {
  await open({ server: docs, waiting: [docs] });
  await dialog.press('1\r');
  await dialog.settle();
  expect(dialog.result()).toBeUndefined();
});
