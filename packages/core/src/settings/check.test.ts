import { describe, expect, it } from 'vitest';
import { QwenError } from '../shared/qwen-error.js';
import { checkLayer } from './check.js';
import type { JsonObject } from './read-json.js';

const label = { what: 'Settings file', file: '/p/settings.json' };
const start = 'Settings file /p/settings.json: ';

describe('a wrong value is named and left out, the rest counts', () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    ['a string', { model: { name: 5, x: 1 } }, { model: { x: 1 } }, '"model.name" must be a string'],
    ['a number', { model: { maxSessionTurns: '9' } }, { model: {} }, '"model.maxSessionTurns" must be a number'],
    [
      'a whole number',
      { general: { cleanupPeriodDays: 1.5 } },
      { general: {} },
      '"general.cleanupPeriodDays" must be a whole number',
    ],
    ['a boolean', { ui: { hideTips: 'no' } }, { ui: {} }, '"ui.hideTips" must be true or false'],
    ['an object', { ui: [] }, {}, '"ui" must be an object'],
    ['a choice', { output: { format: 'xml' } }, { output: {} }, '"output.format" must be one of "text", "json"'],
    ['a union', { context: { fileName: 5 } }, { context: {} }, '"context.fileName" must be a string or a list'],
    [
      'a list item',
      { permissions: { allow: ['a', 5, 'b'] } },
      { permissions: { allow: ['a', 'b'] } },
      '"permissions.allow[1]" must be a string',
    ],
    [
      'a field of a list item',
      { modelProviders: { openai: [{ id: 'a' }, { name: 'b' }] } },
      { modelProviders: { openai: [{ id: 'a' }] } },
      '"modelProviders.openai[1].id" must be a string',
    ],
    ['a map value', { env: { A: 1, B: 'b' } }, { env: { B: 'b' } }, '"env.A" must be a string'],
    [
      'a range',
      { mcp: { health: { intervalMs: 0 } } },
      { mcp: { health: {} } },
      '"mcp.health.intervalMs" must be above 0',
    ],
    [
      'an upper end',
      { context: { autoCompactThreshold: 2 } },
      { context: {} },
      '"context.autoCompactThreshold" must be at most 1',
    ],
    ['null', { proxy: null }, {}, '"proxy" must be a string'],
  ])('%s', (_name, values, settings, problem) => {
    expect(checkLayer(values, label)).toEqual({
      settings,
      servers: [],
      warnings: [`${start}${problem}; the value is ignored until you correct it.`],
    });
  });

  it('keeps unknown keys as they are', () => {
    const values = { own: { deep: [1] }, model: { own: null } };
    expect(checkLayer(values, label)).toEqual({ settings: values, servers: [], warnings: [] });
  });

  it('names every fault', () => {
    const { settings, warnings } = checkLayer({ proxy: 1, ui: { theme: 2, hideTips: true } }, label);
    expect({ settings, count: warnings.length }).toEqual({ settings: { ui: { hideTips: true } }, count: 2 });
  });
});

describe('a wrong value of a key that restricts stops the run', () => {
  it.each<[string, JsonObject, string]>([
    ['permissions.deny', { permissions: { deny: 'run_shell_command' } }, '"permissions.deny" must be a list'],
    ['an item of it', { permissions: { deny: ['a', 5] } }, '"permissions.deny[1]" must be a string'],
    ['all of permissions', { permissions: 'none' }, '"permissions" must be an object'],
    ['permissions.ask', { permissions: { ask: {} } }, '"permissions.ask" must be a list'],
    ['tools.exclude', { tools: { exclude: 'a' } }, '"tools.exclude" must be a list'],
    ['tools.core', { tools: { core: 'a' } }, '"tools.core" must be a list'],
    ['mcp.allowed', { mcp: { allowed: 'a' } }, '"mcp.allowed" must be a list'],
    ['mcp.excluded', { mcp: { excluded: null } }, '"mcp.excluded" must be a list'],
    [
      'the trust switch',
      { security: { folderTrust: { enabled: 'true' } } },
      '"security.folderTrust.enabled" must be true or false',
    ],
    ['a group above the switch', { security: 5 }, '"security" must be an object'],
  ])('%s', (_name, values, problem) => {
    const sentence = `${start}${problem}. Correct it there: without it more would be allowed than you meant.`;
    expect(() => checkLayer(values, label)).toThrow(new QwenError('config', sentence));
  });
});

describe('a server entry', () => {
  const check = (entry: unknown) => checkLayer({ mcpServers: { srv: entry } }, label);

  it.each<[string, JsonObject, string]>([
    ['trust as a string', { trust: 'true' }, 'trust" must be true or false; the server counts as not trusted'],
    ['trust as a number', { trust: 1 }, 'trust" must be true or false; the server counts as not trusted'],
    ['timeout', { timeout: '5' }, 'timeout" must be a number; the default is used'],
    ['timeout of nothing', { timeout: 0 }, 'timeout" must be above 0; the default is used'],
    ['progress', { progress: 'false' }, 'progress" must be true or false; the default is used'],
    ['description', { description: 5 }, 'description" must be a string; it is left out'],
  ])('loses only a wrong %s', (_name, field, problem) => {
    expect(check({ command: 'x', own: 1, ...field })).toEqual({
      settings: {},
      servers: [{ kind: 'ok', name: 'srv', entry: { command: 'x', own: 1 } }],
      warnings: [`${start}"mcpServers.srv.${problem} until you correct it.`],
    });
  });

  it.each<[string, unknown, string]>([
    ['command', { command: ['x'], url: 'http://h' }, '.command" must be a string'],
    ['args', { command: 'x', args: 'a' }, '.args" must be a list'],
    ['an argument', { command: 'x', args: ['a', 5] }, '.args[1]" must be a string'],
    ['env', { command: 'x', env: { A: 5 } }, '.env.A" must be a string'],
    ['cwd', { command: 'x', cwd: 5 }, '.cwd" must be a string'],
    ['httpUrl', { httpUrl: 5 }, '.httpUrl" must be a string'],
    ['url', { url: null }, '.url" must be a string'],
    ['headers', { httpUrl: 'http://h', headers: [] }, '.headers" must be an object'],
    ['excludeTools', { command: 'x', excludeTools: 'drop' }, '.excludeTools" must be a list'],
    ['includeTools', { command: 'x', includeTools: 'read' }, '.includeTools" must be a list'],
    ['oauth', { httpUrl: 'http://h', oauth: true }, '.oauth" must be an object'],
    ['the entry itself', 'node server.js', '" must be an object'],
    ['nothing', null, '" must be an object'],
  ])('is not started with a wrong %s', (_name, entry, problem) => {
    const shown = `${start}"mcpServers.srv${problem}; server "srv" is not started until you correct it.`;
    expect(check(entry)).toEqual({
      settings: {},
      servers: [{ kind: 'invalid', name: 'srv', shown }],
      warnings: [shown],
    });
  });

  it('costs the others nothing, and may have a name of the prototype', () => {
    const { servers } = checkLayer(
      { mcpServers: { bad: 5, constructor: { command: 'x' }, toString: { url: 'u' } } },
      label,
    );
    expect(servers.map(({ kind, name }) => `${name} ${kind}`)).toEqual([
      'bad invalid',
      'constructor ok',
      'toString ok',
    ]);
  });

  it('is none when mcpServers is no object', () => {
    expect(checkLayer({ mcpServers: [], proxy: 'p' }, label)).toEqual({
      settings: { proxy: 'p' },
      servers: [],
      warnings: [`${start}"mcpServers" must be an object; no server of this file is started until you correct it.`],
    });
  });

  it('never shows a value', () => {
    const { warnings } = checkLayer(
      { mcpServers: { srv: { command: 'x', env: { TOKEN: ['s3cret'] } } }, proxy: ['s3cret'] },
      label,
    );
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).not.toContain('s3cret');
  });
});
