/** Settings about unknown outcomes and idempotency keys: what is taken, and what a mistake costs. */
import { expect, it } from 'vitest';
import { checkLayer, checkServers } from './check.js';

const LABEL = { what: 'Settings file', file: 'settings.json' };

it.each<[string, unknown, unknown, string[]]>([
  ['both', { freeze: 'block', retentionDays: 30 }, { freeze: 'block', retentionDays: 30 }, []],
  ['no time at all', { retentionDays: 0 }, {}, ['"mcp.unknownOutcomes.retentionDays" must be above 0']],
])('mcp.unknownOutcomes: %s', (_name, written, expected, warnings) => {
  const checked = checkLayer({ mcp: { unknownOutcomes: written } }, LABEL);
  expect(checked.settings.mcp?.unknownOutcomes).toEqual(expected);
  expect(checked.warnings).toEqual(warnings.map((words) => expect.stringContaining(words) as string));
});

it.each([{ freeze: 'never' }, { freeze: true }, 'block'])(
  'a freeze that says nothing clear stops the run: %j',
  (unknownOutcomes) => {
    expect(() => checkLayer({ mcp: { unknownOutcomes } }, LABEL)).toThrow(/"mcp\.unknownOutcomes.*" must be/);
  },
);

it.each<[string, unknown]>([
  ['by argument, by _meta, for every tool', { pay: { argument: 'request_id' }, '*': { meta: 'app/key' } }],
  ['nothing', {}],
])('idempotency: %s', (_name, idempotency) => {
  const { servers, warnings } = checkServers({ bank: { command: 'x', idempotency } }, LABEL);
  expect([servers, warnings]).toEqual([[{ name: 'bank', kind: 'ok', entry: { command: 'x', idempotency } }], []]);
});

it.each<[string, unknown]>([
  ['a bare name', { pay: 'request_id' }],
  ['an empty name', { pay: { argument: '' } }],
  ['both ways', { pay: { argument: 'a', meta: 'b' } }],
  ['another way', { pay: { header: 'a' } }],
  ['a list', ['pay']],
])('idempotency that says nothing clear keeps the server from starting: %s', (_name, idempotency) => {
  const { servers } = checkServers({ bank: { command: 'x', idempotency } }, LABEL);
  expect(servers).toEqual([
    { name: 'bank', kind: 'invalid', shown: expect.stringContaining('mcpServers.bank.idempotency') as string },
  ]);
});
