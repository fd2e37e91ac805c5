import { describe, expect, it } from 'vitest';
import { mcpToolName, nameMcpTools, type ServerTool } from './name.js';

const PROVIDER_SAFE = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;
const none = { servers: [], reserved: new Set<string>() };

it.each<[string, string, string]>([
  ['srv', 'read', 'mcp__srv__read'],
  ['srv', 'weird.name with space', 'mcp__srv__weird_name_with_space_14fsqnw'],
  ['a__b', 'c', 'mcp__a__b__c'],
  ['constructor', 'toString', 'mcp__constructor__toString'],
  ['my-server_2', 'do-it', 'mcp__my-server_2__do-it'],
])('server %s, tool %s: %s', (server, tool, name) => {
  expect(mcpToolName({ server, tool })).toBe(name);
});

it.each<[string, string, RegExp]>([
  ['ä', 'run', /^mcp_____run_[0-9a-z]{7}$/],
  ['a.b', 'run', /^mcp__a_b__run_[0-9a-z]{7}$/],
  ['a b', 'run', /^mcp__a_b__run_[0-9a-z]{7}$/],
  ['s'.repeat(80), 'run', /^mcp__s{50}_[0-9a-z]{7}$/],
  ['srv', 't'.repeat(53), /^mcp__srv__t{53}$/],
  ['srv', 't'.repeat(54), /^mcp__srv__t{45}_[0-9a-z]{7}$/],
  ['srv', '', /^mcp__srv__$/],
  ['😀', '路径/读', /^mcp______{2}___+_[0-9a-z]{7}$/],
])('B74 server %s, tool %s', (server, tool, pattern) => {
  const name = mcpToolName({ server, tool });
  expect(name).toMatch(pattern);
  expect(name).toMatch(PROVIDER_SAFE);
});

it('names that look alike once made safe stay apart', () => {
  const tools = ['a.b', 'a b', 'a/b', 'a:b'].map((server) => ({ server, tool: 'run' }));
  expect(nameMcpTools(tools, none).size).toBe(4);
});

describe('nameMcpTools', () => {
  const short: ServerTool = { server: 'a', tool: 'b__c' };
  const long: ServerTool = { server: 'a__b', tool: 'c' };
  const servers = ['a', 'a__b'];
  const nameOf = (named: ReadonlyMap<string, ServerTool>, wanted: ServerTool): string | undefined =>
    [...named].find(([, { server, tool }]) => server === wanted.server && tool === wanted.tool)?.[0];

  it('gives a name that two servers could own to the shorter one, in any order', () => {
    const names = [
      nameMcpTools([short, long], { ...none, servers }),
      nameMcpTools([long, short], { ...none, servers }),
    ];
    expect(names[0]).toEqual(names[1]);
    expect(names[0]?.get('mcp__a__b__c')).toEqual(short);
    expect(nameOf(names[0]!, long)).toMatch(/^mcp__a__b__c_[0-9a-z]{7}$/);
  });

  it('B38 keeps the name of a tool when another server comes or goes', () => {
    const together = nameMcpTools([short, long], { ...none, servers });
    const alone = nameMcpTools([long], { ...none, servers });
    expect(nameOf(alone, long)).toBe(nameOf(together, long));
    expect(alone.has('mcp__a__b__c')).toBe(false);
  });

  it('leaves the plain name to a server that has no rival', () => {
    expect(nameMcpTools([long], { ...none, servers: ['a__b', 'b'] }).get('mcp__a__b__c')).toEqual(long);
  });

  it('gives a taken name a hash even when no server was configured as its rival', () => {
    const named = nameMcpTools([long, short], none);
    expect(named.get('mcp__a__b__c')).toEqual(short);
    expect(nameOf(named, long)).toMatch(/^mcp__a__b__c_[0-9a-z]{7}$/);
  });

  it('RB-67 never shadows a built-in', () => {
    const tool = { server: 'srv', tool: 'read' };
    const named = nameMcpTools([tool], { ...none, reserved: new Set(['mcp__srv__read']) });
    expect([...named.keys()]).toEqual([expect.stringMatching(/^mcp__srv__read_[0-9a-z]{7}$/)]);
  });

  it('RB-69 orders by server and tool, not by who came first', () => {
    const tools = [
      { server: 'b', tool: 'x' },
      { server: 'a', tool: 'z' },
      { server: 'a', tool: 'y' },
    ];
    expect([...nameMcpTools(tools, none).keys()]).toEqual(['mcp__a__y', 'mcp__a__z', 'mcp__b__x']);
  });

  it('leads back from every name to its server and tool, as the server spells them', () => {
    const tools = ['constructor', '__proto__', 'a__b', 'ä', 's'.repeat(80)].map((server) => ({
      server,
      tool: 'do.it',
    }));
    const named = nameMcpTools(tools, { ...none, servers: tools.map(({ server }) => server) });
    expect([...named.values()].sort((a, b) => (a.server < b.server ? -1 : 1))).toEqual(
      [...tools].sort((a, b) => (a.server < b.server ? -1 : 1)),
    );
    for (const name of named.keys()) expect(name).toMatch(PROVIDER_SAFE);
  });
});
