import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { inSettingsSpelling, readProjectServers } from './project-servers.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

it.each<[string, object, object]>([
  ['a command', { type: 'stdio', command: 'x', args: [] }, { command: 'x', args: [] }],
  ['http', { type: 'http', url: 'u', headers: { A: 'b' } }, { httpUrl: 'u', headers: { A: 'b' } }],
  ['its other name', { type: 'streamable-http', url: 'u' }, { httpUrl: 'u' }],
  ['sse', { type: 'sse', url: 'u' }, { url: 'u' }],
  ['a url without a type', { url: 'u' }, { url: 'u' }],
  ['http with a command', { type: 'http', command: 'x', url: 'u' }, { command: 'x', url: 'u' }],
  ['our own spelling', { type: 'http', httpUrl: 'h', url: 'u' }, { httpUrl: 'h', url: 'u' }],
  ['http without a url', { type: 'http' }, {}],
  ['a server of a driving program, which a file can not bring', { type: 'sdk', name: 'x' }, { name: 'x' }],
])('spells %s as settings do', (_name, entry, expected) => {
  expect(inSettingsSpelling({ srv: entry })).toEqual({ srv: expected });
});

it('leaves an entry that is no object to the check', () => {
  expect(inSettingsSpelling({ srv: 'x', other: [] })).toEqual({ srv: 'x', other: [] });
});

describe('the file', () => {
  const file = (): string => `${temp.project}/.mcp.json`;

  it('need not be there', () => {
    expect(readProjectServers(temp.project)).toBeUndefined();
  });

  it('may hold comments, trailing commas and a byte order mark', async () => {
    await temp.write('project/.mcp.json', '\uFEFF// ours\n{ "mcpServers": { "a": { "command": "x", }, }, }');
    expect(readProjectServers(temp.project)).toEqual({
      label: { what: 'MCP servers file', file: file() },
      servers: { a: { command: 'x' } },
      refusedKeys: [],
    });
  });

  it.each<[string, string, string]>([
    [
      'broken JSON',
      '{ "mcpServers": ',
      'is not valid JSON at line 1, column 17 (value expected). Correct it there; nothing was changed. No server of it is started.',
    ],
    [
      'a list',
      '[]',
      'must hold one JSON object, { ... }, and holds a list. Correct it there; nothing was changed. No server of it is started.',
    ],
    ['no servers', '{}', 'has no "mcpServers" object; no server of it is started until you correct it.'],
    [
      'servers in a list',
      '{ "mcpServers": [] }',
      'has no "mcpServers" object; no server of it is started until you correct it.',
    ],
    ['an empty file', '', 'has no "mcpServers" object; no server of it is started until you correct it.'],
  ])('%s is one sentence, and is not touched', async (_name, text, problem) => {
    await temp.write('project/.mcp.json', text);
    expect(readProjectServers(temp.project)).toMatchObject({ servers: {} });
    expect(readProjectServers(temp.project)?.problem).toBe(`MCP servers file ${file()} ${problem}`);
    expect(await readFile(file(), 'utf8')).toBe(text);
  });

  it('that is no file is one sentence too', async () => {
    await temp.write('project/.mcp.json/inside', '');
    expect(readProjectServers(temp.project)?.problem).toContain("can't be read (EISDIR)");
  });
});
