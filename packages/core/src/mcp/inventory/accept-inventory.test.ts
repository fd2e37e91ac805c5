import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseHints } from '../discovery/hints.js';
import { createTempHome, type TempHome } from '../../testing/temp-home.js';
import type { DiscoveredTool } from '../types.js';
import { acceptInventory } from './accept-inventory.js';
import { driftOf } from './drift.js';
import { readInventoryFile } from './read-inventory-file.js';

let temp: TempHome;
let file: string;
beforeEach(async () => {
  temp = await createTempHome();
  file = `${temp.project}/.qwen/mcp-inventory.json`;
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

it('writes a new file that reads back without drift', async () => {
  const tools = [
    tool('pay', { idempotentHint: false, deep: { a: [1] } }),
    tool('odd.name/ä'),
    tool('__proto__'),
    tool('constructor'),
  ];
  acceptInventory({ file, at: '2026-01-02T03:04:05.000Z', servers: [{ server: 'shop', tools }], dropped: [] });
  const accepted = readInventoryFile(file).accepted('shop');
  expect(accepted && driftOf({ accepted, tools, classOf: () => 'unknown' })).toMatchObject([
    { tool: '__proto__', kind: 'added' },
  ]);
  expect(accepted?.at).toBe('2026-01-02T03:04:05.000Z');
  expect(accepted?.tools['pay']?.annotations).toEqual({ idempotentHint: false, deep: { a: [1] } });
});

it('keeps comments and everything else, replaces what was accepted, and drops what is gone', async () => {
  await temp.write(
    'project/.qwen/mcp-inventory.json',
    `{
  // who owns what
  "servers": { "shop": { "owner": "sales" } }, // kept
  "accepted": {
    "gone": { "at": "x", "tools": {} },
    "shop": { "at": "x", "tools": { "old": { "schema": "s", "annotationsDigest": "a" } } },
    "other": { "at": "x", "tools": {} }
  }
}
`,
  );
  acceptInventory({ file, at: 'now', servers: [{ server: 'shop', tools: [] }], dropped: ['gone'] });
  expect(await readFile(file, 'utf8')).toBe(`{
  // who owns what
  "servers": { "shop": { "owner": "sales" } }, // kept
  "accepted": {
    "shop": {
      "at": "now",
      "tools": {}
    },
    "other": { "at": "x", "tools": {} }
  }
}
`);
});

it.each([
  ['is broken', '{ "accepted": '],
  ['holds a list', '[]'],
  ['has another kind of value on the way', '{ "accepted": 3 }'],
  ['holds a key twice', '{ "accepted": {}, "accepted": { "shop": { "at": "x", "tools": {} } } }'],
])('never writes over a file that %s', async (_name, text) => {
  await temp.write('project/.qwen/mcp-inventory.json', text);
  expect(() =>
    acceptInventory({ file, at: 'now', servers: [{ server: 'shop', tools: [tool('a')] }], dropped: [] }),
  ).toThrow(file);
  expect(await readFile(file, 'utf8')).toBe(text);
});
