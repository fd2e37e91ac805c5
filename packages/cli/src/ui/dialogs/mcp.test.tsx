import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import stringWidth from 'string-width';
import { afterEach, describe, expect, it } from 'vitest';
import type { ListedTool, ServerView } from '../../wire/mcp-side.js';
import type { ServerDesk } from '../../wire/server-desk.js';
import { renderDialog, type RenderedDialog } from '../testing/render-dialog.js';
import { mcpDialog, type McpDialogProps, type McpDialogResult } from './mcp.js';

const view = (name: string, more: Partial<ServerView> = {}): ServerView => ({
  name,
  source: 'user',
  state: 'ready',
  shown: undefined,
  target: 'node server.js (stdio)',
  toolCount: 2,
  promptCount: 1,
  resourceCount: 1,
  ...more,
});

const tool = (name: string, more: Partial<ListedTool['facts']> = {}): ListedTool => ({
  tool: {
    name,
    title: undefined,
    description: `Does ${name}.\nSecond line.`,
    inputSchema: { type: 'object', properties: { key: { type: 'string', description: 'Which' } }, required: ['key'] },
    hints: undefined,
  },
  facts: {
    tool: name,
    title: undefined,
    hints: undefined,
    replayClass: 'unknown',
    shutGates: [{ gate: 'hints-present', why: 'nothing is declared', opens: 'Declare something.' }],
    ...more,
  },
});

interface FakeDesk extends ServerDesk {
  readonly done: string[];
  change(servers: readonly ServerView[]): void;
}

/** A desk over plain values: what a dialog asks of it is written down. */
function deskOf(given: readonly ServerView[], { tools = [] as readonly ListedTool[] } = {}): FakeDesk {
  let servers = given;
  const listeners = new Set<() => void>();
  const done: string[] = [];
  return {
    done,
    change: (next) => {
      servers = next;
      listeners.forEach((listener) => listener());
    },
    list: () => servers,
    toolsOf: () => tools,
    ownCalls: () => undefined,
    retryTool: () => undefined,
    log: () => ['first line', 'last line'],
    reconnect: (name) => {
      done.push(`reconnect ${name}`);
      return Promise.resolve({ ok: true, shown: 'Connected; it offers 2 tools.' });
    },
    prompts: () => [
      { server: 'docs', name: 'greet', description: 'Greets.', arguments: [{ name: 'who', required: true }] },
    ],
    resources: () => [{ server: 'docs', uri: 'file:///a', name: 'A file' }],
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setEnabled: (name, enabled) => {
      done.push(`${enabled ? 'enable' : 'disable'} ${name}`);
      return name === 'locked'
        ? Promise.reject(new QwenError('config', 'Settings file x is not valid JSON.'))
        : Promise.resolve();
    },
    waiting: () => [],
    ofProject: (name) => (name === 'theirs' ? { name, file: 'f', changed: false, written: {}, shown: {} } : undefined),
    decide: () => Promise.resolve(),
  };
}

const SERVERS: readonly ServerView[] = [
  view('docs'),
  view('broken', { state: 'failed', shown: 'The command "nope" was not found.', toolCount: 0 }),
  view('theirs', { source: 'project', state: 'pending-approval', toolCount: 0 }),
  view('everywhere', { source: 'system', state: 'connecting', toolCount: 0 }),
  view('given', { source: 'command-line', state: 'excluded', toolCount: 0 }),
];

let dialog: RenderedDialog<McpDialogResult>;
afterEach(() => dialog.unmount());

async function open(
  desk: ServerDesk,
  { columns = 80, rows = 40, ...props }: Partial<McpDialogProps> & { columns?: number; rows?: number } = {},
): Promise<void> {
  const whole = { desk, detail: 'desc', decide: () => Promise.resolve(), ...props } as const;
  dialog = await renderDialog(mcpDialog(whole), { columns, rows });
  await dialog.settle();
}
const shown = (): string => dialog.frame().replace(/[│\n]/g, ' ').replace(/ +/g, ' ');
const [ENTER, ESC] = ['\r', '\u001b[27u'];

describe.each([40, 80, 200])('at %i columns', (columns) => {
  const fits = (): void =>
    expect(
      Math.max(
        ...dialog
          .frame()
          .split('\n')
          .map((line) => stringWidth(line)),
      ),
    ).toBeLessThanOrEqual(columns);

  it('lists the servers by where they come from', async () => {
    await open(deskOf(SERVERS), { columns });
    expect(shown()).toMatch(
      /User .*✗ broken disconnected .*"nope" was not found\..*✓ docs connected · 2 tools.* Project .*\? theirs waits for your approval .*System .*◌ everywhere starting .*Command line .*✗ given disabled/,
    );
    fits();
  });

  it('shows a server with what can be done', async () => {
    await open(deskOf(SERVERS), { columns, server: 'docs' });
    for (const word of [
      '✓ connected',
      'your settings',
      'node server.js',
      '2 tools, 1 prompt',
      'View tools (2)',
      'Reconnect',
    ])
      expect(shown()).toContain(word);
    fits();
  });

  it('shows a tool: what it declares, what becomes of a lost call, its parameters', async () => {
    await open(deskOf(SERVERS, { tools: [tool('pay')] }), { columns, server: 'docs' });
    await dialog.press(`1${ENTER}`);
    for (const word of [
      'nothing that can be used',
      'never sent again: nothing is declared',
      'key (string, needed): Which',
      'Declare something.',
    ])
      expect(shown()).toContain(word);
    fits();
  });
});

it('says so when there are no servers', async () => {
  await open(deskOf([]));
  expect(shown()).toContain('qwen mcp add');
});

it('follows the servers while it stands', async () => {
  const desk = deskOf([view('docs', { state: 'connecting' })]);
  await open(desk);
  expect(shown()).toContain('docs starting');
  desk.change([view('docs')]);
  await dialog.wait(50);
  expect(shown()).toContain('docs connected');
});

it('reconnects, and tells what came of it', async () => {
  const desk = deskOf(SERVERS);
  await open(desk, { server: 'broken' });
  expect(shown()).toContain('2. View resources');
  await dialog.press('4');
  await dialog.wait(50);
  expect(desk.done).toEqual(['reconnect broken']);
  expect(shown()).toContain('Connected; it offers 2 tools.');
});

it('disables and enables, and shows the sentence of a file that can not be changed', async () => {
  const desk = deskOf([view('docs'), view('locked', { state: 'excluded' })]);
  await open(desk, { server: 'docs' });
  await dialog.press('6');
  await dialog.wait(50);
  expect(shown()).toContain('"mcp.excluded" of your settings names it');
  await dialog.press(`${ESC}j${ENTER}`);
  expect(shown()).toContain('MCP server locked');
  await dialog.press('5');
  await dialog.wait(50);
  expect(shown()).toContain('Settings file x is not valid JSON.');
  expect(desk.done).toEqual(['disable docs', 'enable locked']);
});

it('hands a server of the project over to the question about it', async () => {
  const asked: string[] = [];
  await open(deskOf(SERVERS), {
    server: 'theirs',
    decide: (name) => {
      asked.push(name);
      return Promise.resolve();
    },
  });
  await dialog.press('1');
  expect(asked).toEqual(['theirs']);
});

it('filters a long list, and goes back one level at a time', async () => {
  const tools = Array.from({ length: 60 }, (_, at) => tool(`tool_${at}`));
  await open(deskOf(SERVERS, { tools }), { server: 'docs', detail: 'plain', rows: 24 });
  await dialog.press('1');
  expect(dialog.frame().split('\n').length).toBeLessThan(24);
  expect(shown()).toContain('more');
  await dialog.press('/_42');
  expect(shown()).toContain('tool_42');
  expect(shown()).not.toContain('tool_41');
  await dialog.press(ESC);
  expect(shown()).toContain('tool_1');
  await dialog.press(ESC);
  expect(shown()).toContain('MCP server docs');
  await dialog.press(ESC);
  expect(shown()).toContain('MCP servers');
  await dialog.press(ESC);
  expect(dialog.result()).toEqual({ value: undefined });
});

it.each([
  ['2', '/greet '],
  ['3', '@docs:file:///a '],
])('puts what is chosen of page %s into the prompt', async (page, value) => {
  await open(deskOf(SERVERS), { server: 'docs' });
  await dialog.press(page);
  await dialog.press(ENTER);
  expect(dialog.result()).toEqual({ value });
});

it('shows the log from its end', async () => {
  await open(deskOf(SERVERS), { server: 'docs' });
  await dialog.press('4');
  expect(shown()).toContain('first line last line');
});
