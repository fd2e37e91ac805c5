import { stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseHints } from '../discovery/hints.js';
import { createTempHome, type TempHome } from '../../testing/temp-home.js';
import type { DiscoveredTool } from '../types.js';
import { buildInventory, type InventoryInput, type ListedServer } from './build-inventory.js';
import { latestInventoryPath, readLatestInventory, saveLatestInventory } from './latest-inventory.js';
import { readInventoryFile } from './read-inventory-file.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

const tool = (name: string, annotations?: unknown): DiscoveredTool => ({
  name,
  title: undefined,
  description: '',
  inputSchema: { type: 'object' },
  hints: parseHints(annotations),
  ...(annotations === undefined ? {} : { annotations }),
});

const shop = (tools: readonly DiscoveredTool[] | undefined, change: Partial<ListedServer> = {}): ListedServer => ({
  server: 'shop',
  scope: 'user',
  transport: 'stdio',
  status: 'listed',
  problem: null,
  trusted: true,
  trust_explicit: true,
  tools,
  ...change,
});

async function taken(servers: readonly ListedServer[], text = '{}') {
  const file = await temp.write('project/.qwen/mcp-inventory.json', text);
  const input: InventoryInput = {
    at: 'now',
    qwenVersion: '0.0.0',
    workspace: { path: '/p', trusted: true, trustExplicit: false },
    servers,
    team: readInventoryFile(file),
    judge: {
      classOf: (hints) => (hints?.readOnlyHint === true ? 'read-only' : 'unknown'),
      shutGates: ({ hints }) => (hints?.readOnlyHint === true ? [] : [{ gate: 'some-gate', opens: 'Do it.' }]),
    },
  };
  return buildInventory(input);
}

it('pins the whole value', async () => {
  const inventory = await taken(
    [shop([tool('look', { readOnlyHint: true }), tool('pay\u001b[31m', { destructiveHint: 'y\u0007' })])],
    `{ "workspace": { "trustJustification": "ours" },
       "servers": { "shop": { "owner": "sales", "trustJustification": "ok", "tools": { "look": { "class": "unknown", "note": "n" } } } },
       "accepted": { "shop": { "at": "then", "tools": { "look": { "schema": "sha256:x", "annotationsDigest": "sha256:y" } } } } }`,
  );
  expect(inventory).toEqual({
    v: 1,
    at: 'now',
    qwen_version: '0.0.0',
    workspace: '/p',
    workspace_trusted: true,
    workspace_trust_explicit: false,
    workspace_trust_justification: 'ours',
    servers: [
      {
        server: 'shop',
        scope: 'user',
        transport: 'stdio',
        status: 'listed',
        problem: null,
        trusted: true,
        trust_explicit: true,
        trust_justification: 'ok',
        accepted_at: 'then',
      },
    ],
    tools: [
      {
        server: 'shop',
        tool: 'look',
        owner: 'sales',
        class: 'unknown',
        declared_class: 'read-only',
        team_class: 'unknown',
        server_trusted: true,
        workspace_trusted: true,
        eligible: true,
        gates_shut: [],
        annotations: { readOnlyHint: true },
        remarks: [],
        note: 'n',
      },
      {
        server: 'shop',
        tool: 'pay',
        owner: 'sales',
        class: 'unknown',
        declared_class: 'unknown',
        team_class: null,
        server_trusted: true,
        workspace_trusted: true,
        eligible: false,
        gates_shut: [{ gate: 'some-gate', opens: 'Do it.' }],
        annotations: { destructiveHint: 'y' },
        remarks: ['"destructiveHint" must be true or false and is of type string; none of the tool\'s hints count.'],
        note: null,
      },
    ],
    drift: [
      {
        server: 'shop',
        tool: 'look',
        kind: 'changed',
        safer: true,
        schema_changed: true,
        annotations_changed: false,
        hints: [{ hint: 'readOnlyHint', before: null, now: true, safer: true }],
        says: 'changed: readOnlyHint absent to true, input schema (DECLARED SAFER than accepted)',
      },
      {
        server: 'shop',
        tool: 'pay',
        kind: 'added',
        safer: false,
        schema_changed: false,
        annotations_changed: false,
        hints: [],
        says: 'added',
      },
    ],
    findings: [
      {
        kind: 'drift',
        server: 'shop',
        tool: 'look',
        says: 'changed: readOnlyHint absent to true, input schema (DECLARED SAFER than accepted)',
      },
      { kind: 'drift', server: 'shop', tool: 'pay', says: 'added' },
      { kind: 'missing-class', server: 'shop', tool: 'pay', says: 'neither its server nor the team gives it a class.' },
      {
        kind: 'wrong-type',
        server: 'shop',
        tool: 'pay',
        says: '"destructiveHint" must be true or false and is of type string; none of the tool\'s hints count.',
      },
    ],
  });

  saveLatestInventory(temp.root, inventory);
  const file = latestInventoryPath(temp.root);
  expect(file).toBe(`${temp.root}/mcp-rollout/inventory.json`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(readLatestInventory(temp.root)).toEqual({ kind: 'read', file, inventory });
});

describe('findings', () => {
  const kinds = async (server: ListedServer, text?: string): Promise<string[]> =>
    (await taken([server], text)).findings.map(({ kind, tool: name }) => (name === null ? kind : `${kind} ${name}`));
  const acceptedGone =
    '{ "accepted": { "shop": { "at": "t", "tools": { "a": { "schema": "s", "annotationsDigest": "d" } } } } }';

  it.each<[string, ListedServer, string | undefined, string[]]>([
    [
      'never accepted, no owner',
      shop([tool('a', { readOnlyHint: true })]),
      undefined,
      ['not-accepted', 'missing-owner a'],
    ],
    [
      'a class of the team is a class',
      shop([tool('a')]),
      '{"servers":{"shop":{"owner":"x","tools":{"a":{"class":"unknown"}}}}}',
      ['not-accepted'],
    ],
    [
      'a contradiction',
      shop([tool('a', { readOnlyHint: true, destructiveHint: true, idempotentHint: false })]),
      '{"servers":{"shop":{"owner":"x"}}}',
      ['not-accepted', 'contradiction a', 'contradiction a'],
    ],
    [
      'annotations of another kind',
      shop([tool('a', [])]),
      '{"servers":{"shop":{"owner":"x"}}}',
      ['not-accepted', 'missing-class a', 'wrong-type a'],
    ],
    [
      'a server that failed has not drifted',
      shop(undefined, { status: 'failed', problem: 'It died.' }),
      acceptedGone,
      ['not-listed'],
    ],
    [
      'nor one that waits for approval',
      shop(undefined, { status: 'not_started', problem: 'Approve it.' }),
      acceptedGone,
      ['not-listed'],
    ],
    [
      'one that is left out offers nothing any more',
      shop(undefined, { status: 'left_out', problem: 'Excluded.' }),
      acceptedGone,
      ['drift a'],
    ],
    [
      'one that is left out and was never accepted',
      shop(undefined, { status: 'left_out', problem: 'Excluded.' }),
      undefined,
      [],
    ],
    ['one that is no longer configured', shop([], { server: 'other' }), acceptedGone, ['not-accepted', 'drift a']],
  ])('%s', async (_name, server, text, expected) => {
    expect(await kinds(server, text)).toEqual(expected);
  });
});

it('a team class that would be safer has no effect, and that is said', async () => {
  const text = '{"servers":{"shop":{"tools":{"a":{"class":"read-only"},"b":{"class":"idempotent-write"}}}}}';
  const { tools } = await taken([shop([tool('a'), tool('b', { readOnlyHint: true })])], text);
  expect(tools.map(({ class: counts, remarks }) => [counts, remarks])).toEqual([
    [
      'unknown',
      ["The team's class read-only has no effect: the server does not declare that, and a team can only be stricter."],
    ],
    ['idempotent-write', []],
  ]);
});

it('annotations nested without end are named, not shown', async () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  const { tools } = await taken([shop([tool('a', { deep })])]);
  expect(tools[0]?.annotations).toBe('nested too deeply to be shown');
});

it.each([
  ['of another version', '{"v":2}', 'is not one that this release wrote'],
  ['broken', '{"v":1', 'is not valid JSON'],
])('a latest inventory that is %s is said to be unreadable', async (_name, text, says) => {
  await temp.write('mcp-rollout/inventory.json', text);
  expect(readLatestInventory(temp.root)).toMatchObject({ kind: 'unreadable', shown: expect.stringContaining(says) });
  expect(readLatestInventory(`${temp.root}/none`)).toMatchObject({ kind: 'none' });
});
