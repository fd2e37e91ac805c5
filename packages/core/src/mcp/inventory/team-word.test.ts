import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '../../testing/temp-home.js';
import { createTeamReader, teamWord } from './team-word.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

const pay = (tool: unknown): object => ({ servers: { shop: { tools: { pay: tool } } } });

it.each<[string, object, string | undefined]>([
  ['nothing', {}, undefined],
  ['another server', { servers: { other: {} } }, undefined],
  ['another tool', { servers: { shop: { tools: { refund: { class: 'unknown' } } } } }, undefined],
  ['an owner alone', pay({ owner: 'us' }), undefined],
  ['a class', pay({ class: 'non-idempotent-write' }), 'non-idempotent-write'],
  ['a safe class', pay({ class: 'read-only' }), 'read-only'],
  ['a misspelt class', pay({ class: 'nonidempotent' }), 'unknown'],
  ['null for a class', pay({ class: null }), 'unknown'],
  ['a text for a tool', pay('unknown'), 'unknown'],
  ['a list of tools', { servers: { shop: { tools: [] } } }, 'unknown'],
  ['null for a server', { servers: { shop: null } }, 'unknown'],
  ['a text for the servers', { servers: 'shop' }, 'unknown'],
])('a file that holds %s', (_name, root, expected) => {
  expect(teamWord(root as Record<string, unknown>, 'shop', 'pay')).toBe(expected);
});

it('asks the file at every question, and takes what it can not read for the strictest word', async () => {
  const write = (text: string) => temp.write('project/.qwen/mcp-inventory.json', text);
  const word = createTeamReader(`${temp.project}/.qwen/mcp-inventory.json`);
  const words = [word('shop', 'pay')];
  for (const text of [
    '{ "servers": { "shop": { "tools": { "pay": { "class": "unknown" } } } } } // ours',
    '{ "servers": { "shop": { "tools": { "pay": { "class": "idempotent-write" }, } } } }',
    '{ "servers": { "shop": ',
    '{ "servers": { "__proto__": {} } }',
    '{ "servers": { "constructor": {} } }',
    '',
  ]) {
    await write(text);
    words.push(word('shop', 'pay'));
  }
  expect(words).toEqual([undefined, 'unknown', 'idempotent-write', 'unknown', 'unknown', undefined, undefined]);
});
