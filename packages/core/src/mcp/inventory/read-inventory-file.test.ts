import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '../../testing/temp-home.js';
import { inventoryJsonSchema } from './file-schema.js';
import { readInventoryFile } from './read-inventory-file.js';

let temp: TempHome;
let file: string;
beforeEach(async () => {
  temp = await createTempHome();
  file = `${temp.project}/.qwen/mcp-inventory.json`;
});
afterEach(() => temp.remove());

const given = (text: string): Promise<string> => temp.write('project/.qwen/mcp-inventory.json', text);

it('a missing file says nothing', () => {
  const team = readInventoryFile(file);
  expect([team.warnings, team.workspaceTrustJustification, team.acceptedServers, team.accepted('shop')]).toEqual([
    [],
    undefined,
    [],
    undefined,
  ]);
  expect([team.server('shop'), team.tool('shop', 'pay')]).toEqual([
    { owner: undefined, trustJustification: undefined },
    { owner: undefined, team: undefined, note: undefined },
  ]);
});

it('reads comments, owners of servers for their tools, and own keys', async () => {
  await given(`{
  // ours
  "x-own": 1,
  "workspace": { "trustJustification": " we wrote it " },
  "servers": { "shop": { "owner": "sales", "trustJustification": "reviewed", "tools": {
    "pay": { "owner": "billing", "class": "non-idempotent-write", "note": "slow", },
    "list": { "owner": " ", "class": "read-only" },
  } } },
}`);
  const team = readInventoryFile(file);
  expect([team.warnings, team.workspaceTrustJustification, team.server('shop')]).toEqual([
    [],
    'we wrote it',
    { owner: 'sales', trustJustification: 'reviewed' },
  ]);
  expect(['pay', 'list', 'other', 'constructor'].map((name) => team.tool('shop', name))).toEqual([
    { owner: 'billing', team: 'non-idempotent-write', note: 'slow' },
    { owner: 'sales', team: 'read-only', note: undefined },
    { owner: 'sales', team: undefined, note: undefined },
    { owner: 'sales', team: undefined, note: undefined },
  ]);
});

it('names file, key and expected type of what is wrong, and takes a wrong class for the strictest', async () => {
  await given(`{ "servers": { "shop": { "owner": 7, "tools": { "pay": { "class": "safe" }, "list": [] } } },
    "accepted": { "shop": { "at": "x", "tools": { "pay": { "schema": 1 } } }, "old": { "at": "y", "tools": {} } } }`);
  const team = readInventoryFile(file);
  expect(team.warnings).toEqual([
    `MCP inventory file ${file}: "servers.shop.owner" must be a string; the value is ignored until you correct it.`,
    `MCP inventory file ${file}: "servers.shop.tools.pay.class" must be one of "read-only", "idempotent-write", "non-idempotent-write", "unknown"; what it covers counts as unknown and is never sent again until you correct it.`,
    `MCP inventory file ${file}: "servers.shop.tools.list" must be an object; what it covers counts as unknown and is never sent again until you correct it.`,
    `MCP inventory file ${file}: "accepted.shop.tools.pay.schema" must be a string; it counts as not accepted until you correct it.`,
    `MCP inventory file ${file}: "accepted.shop.tools.pay.annotationsDigest" must be a string; it counts as not accepted until you correct it.`,
  ]);
  expect(['pay', 'list'].map((name) => team.tool('shop', name).team)).toEqual(['unknown', 'unknown']);
  expect(team.acceptedServers).toEqual(['old']);
});

it('stops at a file that can not be parsed', async () => {
  await given('{ "servers": ');
  expect(() => readInventoryFile(file)).toThrow(
    `MCP inventory file ${file} is not valid JSON at line 1, column 14 (value expected). Correct it there; nothing was changed.`,
  );
});

it('has a JSON Schema, written by scripts/generate-schema.mjs', () => {
  const written = new URL('../../../../cli/mcp-inventory.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(written, 'utf8'))).toEqual(inventoryJsonSchema());
  const validate = new Ajv2020({ strict: false }).compile(inventoryJsonSchema());
  expect(
    [{}, { servers: { a: { tools: { b: { class: 'read-only', own: 1 } } } } }].map((each) => validate(each)),
  ).toEqual([true, true]);
  expect(
    [[], { servers: [] }, { servers: { a: { tools: { b: { class: 'safe' } } } } }].map((each) => validate(each)),
  ).toEqual([false, false, false]);
});
