import { readFile, stat } from 'node:fs/promises';
import {
  createTempHome,
  hostCanary,
  type CanaryHost,
  type CanaryOptions,
  type TempHome,
} from '@qwen-code/qwen-code-core/testing';
import { readLatestInventory } from '@qwen-code/qwen-code-core/mcp/inventory/latest-inventory.js';
import type { Inventory } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { McpCommandIo } from '../command-io.js';
import { runMcpInventory } from './inventory.js';

let temp: TempHome;
let hosts: CanaryHost[];

beforeEach(async () => {
  temp = await createTempHome();
  hosts = [];
});
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  await temp.remove();
});

async function canary(name: string, options: Partial<CanaryOptions> = {}): Promise<CanaryHost> {
  const host = await hostCanary(temp.root, name, { transport: 'stdio', tools: [], ...options });
  hosts.push(host);
  return host;
}

async function run(argv: readonly string[] = [], change: Partial<McpCommandIo> = {}) {
  const written = { out: '', err: '' };
  const code = await runMcpInventory(argv, {
    stdout: (text) => void (written.out += text),
    stderr: (text) => void (written.err += text),
    env: {
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/d.json`,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/s.json`,
    },
    homeDir: temp.home,
    cwd: temp.project,
    ...change,
  });
  return { code, ...written };
}

const settle = (change: Record<string, object> = {}, more: object = {}): Promise<void> =>
  temp.writeUserSettings({
    mcpServers: Object.fromEntries(hosts.map(({ name, entry }) => [name, { ...entry, ...change[name] }])),
    ...more,
  });
const TEAM_FILE = 'project/.qwen/mcp-inventory.json';

const shopTools = [
  { name: 'lookup', annotations: { readOnlyHint: true } },
  { name: 'set_status', annotations: { idempotentHint: true } },
  { name: 'charge_card', annotations: { destructiveHint: true } },
  { name: '=cmd|evil\u001b[31m', annotations: { readOnlyHint: true, idempotentHint: 'yes\u0007' } },
];

const TEAM = `{
  // who owns what
  "servers": {
    "shop": {
      "owner": "sales",
      "tools": { "set_status": { "class": "non-idempotent-write", "note": "sends a mail as well" } }
    }
  }
}
`;

async function shop(): Promise<void> {
  await canary('shop', { tools: shopTools });
  await settle({ shop: { trust: true } });
  await temp.write(TEAM_FILE, TEAM);
}

const withoutDates = (text: string): string =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'DATE').replaceAll(temp.project, 'PROJECT');

describe('every format', () => {
  it('a table, at any width', async () => {
    await shop();
    const { out, err, code } = await run();
    expect([code, err]).toEqual([0, 'Asking 1 MCP server for their tools…\n[1/1] shop: 4 tools\n']);
    expect(withoutDates(out)).toBe(`Workspace PROJECT is trusted (no rule covers it).

shop (stdio, user settings; server trusted; never accepted)
  TOOL         OWNER  CLASS                 ELIGIBLE  GATES SHUT
  lookup       sales  read-only             yes
  set_status   sales  non-idempotent-write  no        team-classification
    Note: sends a mail as well
  charge_card  sales  non-idempotent-write  no        declared-repeatable
  =cmd|evil    sales  unknown               no        hints-present declared-repeatable
    ! "idempotentHint" must be true or false and is of type string; none of the tool's hints count.

What opens a gate:
  team-classification: Your team has to class the tool as read-only or idempotent-write in .qwen/mcp-inventory.json, or give it no class there.
  declared-repeatable: The server has to declare "readOnlyHint": true or "idempotentHint": true for the tool, if repeating it does no harm.
  hints-present: The server has to send annotations for the tool in which every hint is true or false.

To look at:
  not-accepted: shop: its tools were never accepted. Review them, then: qwen mcp inventory accept
  missing-class: shop/=cmd|evil: neither its server nor the team gives it a class.
  wrong-type: shop/=cmd|evil: "idempotentHint" must be true or false and is of type string; none of the tool's hints count.
`);
    const narrow = await run([], { columns: 40, isTTY: true });
    expect(narrow.out.split('\n').filter((line) => line.length > 40 && !line.includes(temp.project))).toEqual([]);
    expect(narrow.out).toContain(
      '  set_status\n    non-idempotent-write, owner sales,\n      eligible no (shut:\n      team-classification)\n',
    );
  });

  it('JSON and YAML hold the same value, which is kept for the gates', async () => {
    await shop();
    const json = await run(['--format', 'json']);
    const inventory = JSON.parse(json.out) as Inventory;
    expect(
      inventory.tools.map(({ tool, class: counts, eligible, gates_shut }) => [
        tool,
        counts,
        eligible,
        gates_shut.map(({ gate }) => gate),
      ]),
    ).toEqual([
      ['lookup', 'read-only', true, []],
      ['set_status', 'non-idempotent-write', false, ['team-classification']],
      ['charge_card', 'non-idempotent-write', false, ['declared-repeatable']],
      ['=cmd|evil', 'unknown', false, ['hints-present', 'declared-repeatable']],
    ]);
    expect(inventory.tools[3]?.annotations).toEqual({ readOnlyHint: true, idempotentHint: 'yes' });
    expect(readLatestInventory(temp.qwenHome)).toMatchObject({ kind: 'read', inventory });
    const yaml = await run(['-f', 'yaml']);
    expect({ ...(parse(yaml.out) as object), at: 'then' }).toEqual({ ...inventory, at: 'then' });
  });

  it('CSV that no spreadsheet runs', async () => {
    await shop();
    const lines = (await run(['--format=csv'])).out.split('\r\n');
    expect(lines[0]).toBe(
      '"server","tool","owner","class","declared_class","team_class","server_trusted","workspace_trusted","eligible","gates_shut","opens","drift","remarks","annotations","note"',
    );
    expect(lines[2]).toBe(
      '"shop","set_status","sales","non-idempotent-write","idempotent-write","non-idempotent-write","yes","yes","no","team-classification","Your team has to class the tool as read-only or idempotent-write in .qwen/mcp-inventory.json, or give it no class there.","","","{""idempotentHint"":true}","sends a mail as well"',
    );
    expect(lines[4]).toMatch(/^"shop","'=cmd\|evil","sales",/);
    expect(lines.at(-1)).toBe('');
  });

  it('Markdown in which nothing of a server is markup', async () => {
    await shop();
    const { out } = await run(['--format', 'markdown']);
    expect(out).toContain('| shop | \\=cmd\\|evil |'.replace('\\=', '='));
    expect(out).toContain(
      '| shop | charge\\_card | sales | non-idempotent-write | yes | yes | no | declared-repeatable |  |',
    );
  });
});

describe('what a server lists is compared with what was accepted', () => {
  it('accept, no drift; then each kind of drift, and --check says which', async () => {
    const lookup = { name: 'lookup', annotations: { readOnlyHint: true } };
    await canary('shop', {
      tools: [
        lookup,
        { name: 'pay', annotations: { idempotentHint: false } },
        { name: 'old', annotations: { destructiveHint: true } },
      ],
      generations: {
        3: [
          lookup,
          { name: 'pay', annotations: { idempotentHint: true } },
          { name: 'new', annotations: { readOnlyHint: true } },
        ],
      },
    });
    await settle();
    await temp.write(TEAM_FILE, '{\n  // ours\n  "servers": { "shop": { "owner": "sales" } }\n}\n');
    const accepted = await run(['accept']);
    expect({ ...accepted, out: withoutDates(accepted.out) }).toEqual({
      code: 0,
      out: 'shop: 3 tools accepted.\nWritten to PROJECT/.qwen/mcp-inventory.json\n',
      err: 'Asking 1 MCP server for their tools…\n[1/1] shop: 3 tools\n',
    });
    expect(await readFile(`${temp.root}/${TEAM_FILE}`, 'utf8')).toMatch(
      /^\{\n {2}\/\/ ours\n[^]*"owner": "sales"[^]*"accepted": \{/,
    );
    expect(await run(['--check', '-f', 'json'])).toMatchObject({
      code: 0,
      err: 'Asking 1 MCP server for their tools…\n[1/1] shop: 3 tools\n',
    });

    const drifted = await run(['--check'], { isTTY: true });
    expect(drifted.code).toBe(1);
    expect(drifted.err.split('\n').slice(2)).toEqual([
      'drift: shop/pay: changed: idempotentHint false to true (DECLARED SAFER than accepted)',
      'drift: shop/new: added',
      'drift: shop/old: removed',
      'The inventory is not in order: 3 drift.',
      '',
    ]);
    expect(drifted.out).toContain(
      '\u001b[1;31m  shop/pay changed: idempotentHint false to true (DECLARED SAFER than accepted)\u001b[0m\n  shop/new added\n',
    );

    const again = await run(['accept', 'shop']);
    expect([again.code, again.out.split('\n').slice(0, 4)]).toEqual([
      0,
      [
        'shop: 3 tools accepted.',
        '  shop/pay changed: idempotentHint false to true (DECLARED SAFER than accepted)',
        '  shop/new added',
        '  shop/old removed',
      ],
    ]);
    expect((await run(['--check'])).code).toBe(0);
  });

  it('keeps what was accepted of a server that is down, and says that it was not accepted again', async () => {
    await canary('shop', { tools: [{ name: 'pay' }] });
    await settle();
    await run(['accept']);
    const before = await readFile(`${temp.root}/${TEAM_FILE}`, 'utf8');
    await temp.writeUserSettings({ mcpServers: { shop: { command: 'no-such-command-anywhere' } } });
    expect(await run(['accept'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('shop: not accepted. The command "no-such-command-anywhere" was not found.\n'),
    });
    expect(await readFile(`${temp.root}/${TEAM_FILE}`, 'utf8')).toBe(before);
    expect(await run(['--check'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('not-listed: shop: its tools could not be listed.'),
    });
    await temp.writeUserSettings({});
    await run(['accept']);
    expect(JSON.parse(await readFile(`${temp.root}/${TEAM_FILE}`, 'utf8'))).toEqual({ accepted: {} });
  });
});

it('one server that hangs holds up no other, and its own limit ends it', async () => {
  await canary('hangs', { faults: [{ on: 'tools/list', then: { kind: 'hang' } }], outlivesInput: true });
  await canary('good', { tools: shopTools });
  await settle({ hangs: { discoveryTimeoutMs: 700 } });
  const { out, err, code } = await run(['--format', 'json']);
  expect(code).toBe(0);
  expect(err.split('\n').slice(0, 2)).toEqual(['Asking 2 MCP servers for their tools…', '[1/2] good: 4 tools']);
  expect((JSON.parse(out) as Inventory).servers.map(({ server, status }) => [server, status])).toEqual([
    ['hangs', 'failed'],
    ['good', 'listed'],
  ]);
});

describe('a file that is wrong', () => {
  it.each([
    ['broken', '{ "servers": ', 'is not valid JSON at line 1, column 14'],
    ['a list', '[]', 'must hold one JSON object'],
  ])('%s: exit code 52, nothing started, nothing written', async (_name, text, says) => {
    const host = await canary('shop', { tools: shopTools });
    await settle();
    await temp.write(TEAM_FILE, text);
    for (const argv of [[], ['accept']]) {
      expect(await run(argv)).toEqual({ code: 52, out: '', err: expect.stringContaining(says) });
    }
    expect(await readFile(`${temp.root}/${TEAM_FILE}`, 'utf8')).toBe(text);
    expect(host.pids()).toEqual([]);
  });

  it('a wrong type is named, with what follows from it', async () => {
    await shop();
    await temp.write(
      TEAM_FILE,
      '{ "servers": { "shop": { "owner": "sales", "tools": { "set_status": { "class": "safe" } } } } }',
    );
    const { err, out } = await run(['-f', 'json']);
    expect(err).toContain('"servers.shop.tools.set_status.class" must be one of "read-only", "idempotent-write"');
    expect((JSON.parse(out) as Inventory).tools[1]).toMatchObject({
      class: 'unknown',
      team_class: 'unknown',
      eligible: false,
    });
  });
});

it.each([
  [['what'], 'Unknown word: what\n'],
  [['--format', 'xml'], '--format must be one of table, json, yaml, markdown, csv.\n'],
  [['accept', '--check'], 'accept takes no options, only names of servers.\n'],
  [['accept', 'none'], 'There is no MCP server called "none". None is configured. Nothing was accepted.\n'],
  [['--chek'], 'Unknown option: --chek\n'],
])('qwen mcp inventory %j is refused', async (argv, says) => {
  expect(await run(argv)).toMatchObject({ code: 1, err: expect.stringContaining(says) });
});

it('helps, and names its exit codes', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Exit codes: 0') });
});

it('keeps the latest inventory private, and gives it also where it can not be kept', async () => {
  await shop();
  await run();
  expect((await stat(`${temp.qwenHome}/mcp-rollout/inventory.json`)).mode & 0o777).toBe(0o600);
  await temp.write('blocked', '');
  const { code, err, out } = await run(['-f', 'csv'], {
    env: { QWEN_RUNTIME_DIR: `${temp.root}/blocked`, QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/s.json` },
  });
  expect([code, out.split('\r\n').length, err.includes("can't be written")]).toEqual([0, 6, true]);
});
