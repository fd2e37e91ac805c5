/** Every dialog that is a menu, as it stands on a screen of three widths. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SettingsSource } from '@qwen-code/qwen-code-core/settings/layers.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { modePage } from '../commands/approval-mode.js';
import { memoryItems } from '../commands/memory.js';
import { modelPage } from '../commands/model.js';
import { sessionItems } from '../commands/session-items.js';
import { taskItems } from '../commands/tasks.js';
import { themePage } from '../commands/theme.js';
import { createThemeDesk } from '../render/theme-desk.js';
import { pointItems, rewindQuestion } from '../rewind/rewind-pages.js';
import { permissionsPage, type PermissionPorts } from '../settings/permission-pages.js';
import { settingsPage } from '../settings/settings-pages.js';
import { renderDialog, type RenderedDialog } from '../testing/render-dialog.js';
import { menuDialog, pickDialog } from './menu.js';
import type { MenuPage } from './menu-state.js';

const [ENTER, ESC] = ['\r', '\u001b[27u'];

let dir: string;
let shown: RenderedDialog<unknown> | undefined;
let used: unknown[];
beforeEach(async () => {
  [shown, used] = [undefined, []];
  dir = await mkdtemp(join(tmpdir(), 'qwen-test-'));
});
afterEach(async () => {
  shown?.unmount();
  await rm(dir, { recursive: true, force: true });
});

async function open(page: MenuPage<unknown>, columns = 80, rows = 40): Promise<RenderedDialog<unknown>> {
  shown = await renderDialog(menuDialog('test', page), { columns, rows });
  await shown.settle();
  return shown;
}

const flat = (dialog: RenderedDialog<unknown>): string => dialog.frame().replace(/[│\n]/g, ' ').replace(/ +/g, ' ');

const file = (scope: 'user' | 'workspace'): string => join(dir, `${scope}.json`);
const sources: SettingsSource[] = (['user', 'workspace'] as const).map((scope) => ({
  scope,
  get file() {
    return file(scope);
  },
  state: 'missing',
}));
const files = { sources };

const permissionPorts = (more: Partial<PermissionPorts> = {}): PermissionPorts => ({
  files,
  foreign: { allow: ['mcp__srv__look'], ask: [], deny: [] },
  trusted: true,
  directories: () => ['/home/u/proj'],
  addDirectory: (path) => `/home/u/${path}`,
  changed: () => used.push('changed'),
  ...more,
});

const list = <Value,>(title: string, items: readonly { label: string; value: Value }[]): MenuPage<unknown> => ({
  kind: 'list',
  title,
  items: items.map((item) => ({ ...item, value: () => ({ kind: 'done', result: item.value }) })),
});

const point = { uuid: 'u1', text: 'make it blue', at: '2026-01-01T00:00:00.000Z' };
const step = (path: string, state: 'ready' | 'changed' | 'unkept') => ({ path, to: 'x', state }) as const;
const question = rewindQuestion({
  point,
  steps: [step('/p/a.ts', 'ready'), step('/p/b.ts', 'changed'), step('/p/c.bin', 'unkept')],
  effects: { mcp: ['pay (bank)'], commands: ['git push'], unknown: 1 },
  name: (path) => path.slice(3),
});

const PAGES: readonly [string, () => MenuPage<unknown>, string[]][] = [
  [
    'resume',
    () =>
      list(
        'Resume a session',
        sessionItems(
          [
            { sessionId: '1', mtime: 0, prompt: 'fix\nthe build', gitBranch: 'main', filePath: '', cwd: '' },
            { sessionId: '2', mtime: 0, prompt: 'second', customTitle: 'Named', filePath: '', cwd: '' },
          ],
          7_200_000,
        ),
      ),
    ['1. fix the build', '2 hours ago · main', '2. Named', 'second', 'type to filter'],
  ],
  [
    'model',
    () =>
      modelPage(
        [
          { id: 'a', protocol: 'openai' },
          { id: 'b', name: 'Bee', protocol: 'gemini' },
        ],
        'b',
        () => {},
      ),
    ['1. a', 'openai', '› 2. Bee (in use)', 'b · gemini'],
  ],
  [
    'approval mode',
    () => modePage({ current: 'plan', files: [], use: () => {} }),
    ['› 1. plan mode (in use)', '5. YOLO mode'],
  ],
  [
    'theme',
    () => themePage(createThemeDesk({ theme: 'ANSI' }, 0), (name) => name),
    ['› 3. ANSI (in use)', '4. No Color', '- removed line', '✓ done'],
  ],
  [
    'settings',
    () => settingsPage({ files, changed: () => {} }),
    ['Model: not set', 'model.name · default', 'Permissions'],
  ],
  [
    'permissions',
    () => permissionsPage(permissionPorts()),
    ['This folder is trusted', 'Add a rule…', 'Runs without asking', 'mcp__srv__look', '/home/u/proj'],
  ],
  [
    'memory',
    () =>
      list(
        'Instruction files',
        memoryItems({
          read: ['/p/QWEN.md'],
          own: ['/p/QWEN.md', '/u/QWEN.md'],
          sizeOf: (path) => (path.startsWith('/p') ? 1_234 : undefined),
          name: (path) => path,
        }),
      ),
    ['/p/QWEN.md', '1,234 bytes', 'Not read', 'there is none yet'],
  ],
  [
    'tasks',
    () =>
      list(
        'Background',
        taskItems([
          { id: 'agent-1', kind: 'agent', title: 'Look', state: () => 'completed', stop: () => Promise.resolve() },
          { id: 'shell-2', kind: 'shell', title: 'npm start', state: () => 'running', stop: () => Promise.resolve() },
        ]),
      ),
    ['1. shell-2: npm start', 'shell, running', '2. agent-1: Look'],
  ],
  [
    'rewind: the messages',
    () => list('Go back', pointItems([point], Date.parse(point.at) + 60_000)),
    ['make it blue', '1 minute ago'],
  ],
  [
    'rewind: what of it',
    () => ({ ...list('', question.items), title: question.title, head: question.head }) as MenuPage<unknown>,
    [
      'make it blue',
      'Files that change back: a.ts.',
      'Changed by somebody else since: b.ts.',
      'Without a copy, so they stay: c.bin.',
      'Calls to MCP servers stay done: pay (bank).',
      'What commands did stays done: git push.',
      '1 call has an unknown outcome',
      '1. Conversation and files',
      '4. Conversation and files, also the one that somebody else changed',
    ],
  ],
];

describe.each([40, 80, 200])('at %i columns', (columns) => {
  it.each(PAGES)('shows %s', async (_name, page, words) => {
    const dialog = await open(page(), columns, 60);
    for (const word of words) expect(flat(dialog)).toContain(word);
    expect(
      Math.max(
        ...dialog
          .frame()
          .split('\n')
          .map((line) => stringWidth(line)),
      ),
    ).toBeLessThanOrEqual(columns);
  });
});

it('says that a list is empty', async () => {
  shown = await renderDialog(pickDialog('test', { title: 'T', items: [], empty: 'Nothing here.' }), {});
  await shown.settle();
  expect(flat(shown)).toContain('Nothing here.');
  await shown.press(ESC);
  expect(shown.result()).toEqual({ value: undefined });
});

describe('settings', () => {
  it.each<[string, string, string, unknown]>([
    ['a switch', '/vim keys\r', `1`, { general: { vimMode: true } }],
    ['a choice', '/effort\r', `4`, { model: { reasoningEffort: 'high' } }],
    ['a number', '/sum up\r', `0.5${ENTER}`, { context: { autoCompactThreshold: 0.5 } }],
    ['a text', '/proxy\r', `http://127.0.0.1:1${ENTER}`, { proxy: 'http://127.0.0.1:1' }],
  ])('writes %s into the file that was chosen', async (_name, find, value, expected) => {
    const dialog = await open(settingsPage({ files, changed: () => used.push('changed') }));
    for (const keys of [find, value, '2']) await dialog.press(keys);
    expect(JSON.parse(await readFile(file('workspace'), 'utf8'))).toMatchObject(expected as object);
    expect(flat(dialog)).toContain('written to');
    expect(used).toEqual(['changed']);
  });

  it('refuses a number that is none, and one out of range', async () => {
    const dialog = await open(settingsPage({ files, changed: () => {} }));
    await dialog.press('/sum up\r');
    for (const text of ['x', '2']) await dialog.press(`${text}${ENTER}`);
    expect(flat(dialog)).toContain('Give a number of at least 0 and at most 1.');
  });

  it('takes a value out, and keeps the comments', async () => {
    await writeFile(file('user'), '{ // mine\n  "proxy": "http://a" }');
    const dialog = await open(settingsPage({ files, changed: () => {} }));
    expect(flat(dialog)).not.toContain('http://a');
    await dialog.press('/proxy\r');
    await dialog.press(`\u0015${ENTER}`);
    await dialog.press('1');
    expect(await readFile(file('user'), 'utf8')).toMatch(/^\{ \/\/ mine/);
    expect(await readFile(file('user'), 'utf8')).not.toContain('proxy');
  });

  it('never touches a file that can not be understood', async () => {
    await writeFile(file('user'), '{ "proxy": ');
    const dialog = await open(settingsPage({ files, changed: () => used.push('changed') }));
    await dialog.press('/vim keys\r');
    await dialog.press('1');
    await dialog.press('1');
    expect(flat(dialog)).toMatch(/can't be|is not|not valid|correct/i);
    expect([await readFile(file('user'), 'utf8'), used]).toEqual(['{ "proxy": ', []]);
  });
});

describe('permissions', () => {
  it('adds a rule to the file that was chosen, and takes it out again', async () => {
    const dialog = await open(permissionsPage(permissionPorts()));
    for (const keys of ['1', '3', `Bash(rm *)${ENTER}`, '1']) await dialog.press(keys);
    expect(JSON.parse(await readFile(file('user'), 'utf8'))).toMatchObject({ permissions: { deny: ['Bash(rm *)'] } });
    for (const keys of ['/rm\r', '1']) await dialog.press(keys);
    expect(JSON.parse(await readFile(file('user'), 'utf8'))).toMatchObject({ permissions: { deny: [] } });
    expect(used).toEqual(['changed', 'changed']);
  });

  it('refuses what is no rule', async () => {
    const dialog = await open(permissionsPage(permissionPorts()));
    for (const keys of ['1', '1', `(x${ENTER}`]) await dialog.press(keys);
    expect(flat(dialog)).toContain('That is no rule');
  });

  it('does not change what came from elsewhere', async () => {
    const dialog = await open(permissionsPage(permissionPorts()));
    await dialog.press('/mcp__\r');
    expect(flat(dialog)).toContain('It can only be changed where it comes from.');
  });

  it('adds a folder for the session, or says why not', async () => {
    const dialog = await open(permissionsPage(permissionPorts()));
    for (const keys of ['2', `more${ENTER}`]) await dialog.press(keys);
    expect(flat(dialog)).toContain('Added /home/u/more.');
    const refusing = (): never => {
      throw new QwenError('usage', 'There is no folder /x.');
    };
    const other = await open(permissionsPage(permissionPorts({ addDirectory: refusing })));
    for (const keys of ['2', `x${ENTER}`]) await other.press(keys);
    expect(flat(other)).toContain('There is no folder /x.');
  });
});

describe('a model that can not be used', () => {
  it('is told in the list, which stays, and nothing is changed', async () => {
    const dialog = await open(
      modelPage(
        [
          { id: 'a', protocol: 'openai' },
          { id: 'b', protocol: 'openai' },
        ],
        'a',
        (id) => {
          if (id === 'b') throw new QwenError('auth', 'There is no key for it.');
          used.push(id);
        },
      ),
    );
    await dialog.press('2');
    expect([flat(dialog).includes('There is no key for it.'), dialog.result(), used]).toEqual([true, undefined, []]);
    await dialog.press('1');
    expect([dialog.result(), used]).toEqual([{ value: 'a' }, ['a']]);
  });
});

describe('an approval mode', () => {
  const written = [
    { scope: 'user' as const, label: 'For you, in every folder' },
    { scope: 'workspace' as const, label: 'For this project' },
  ];
  it.each<[string, string, unknown[], string | undefined]>([
    ['the session alone', '11', ['plan'], undefined],
    ['the user', '22', ['default'], '{"tools":{"approvalMode":"default"}}'],
  ])('is chosen for %s', async (_name, keys, modes, text) => {
    const page = modePage({
      current: 'auto',
      files: written.map((each) => ({ ...each, file: file(each.scope) })),
      use: (mode) => used.push(mode),
    });
    const dialog = await open(page);
    for (const key of keys) await dialog.press(key);
    expect(used).toEqual(modes);
    const found = await readFile(file('user'), 'utf8').catch(() => undefined);
    if (text === undefined) expect(found).toBeUndefined();
    else expect(JSON.parse(found ?? '')).toMatchObject(JSON.parse(text) as object);
  });

  it('yolo is not offered for a project', async () => {
    const page = modePage({
      current: 'auto',
      files: written.map((each) => ({ ...each, file: file(each.scope) })),
      use: () => {},
    });
    const dialog = await open(page);
    await dialog.press('5');
    expect([flat(dialog).includes('For you'), flat(dialog).includes('For this project')]).toEqual([true, false]);
  });
});
