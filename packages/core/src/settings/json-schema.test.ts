import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { settingsJsonSchema } from './json-schema.js';

it('is what the file for editors says (scripts/generate-schema.mjs writes it)', () => {
  const file = new URL('../../../cli/settings.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(settingsJsonSchema());
});

const validate = new Ajv2020({ strict: false }).compile(settingsJsonSchema());

it.each<[string, unknown, boolean]>([
  ['an empty file', {}, true],
  [
    'keys it does not know, at any depth',
    { own: 1, mcp: { own: 2 }, mcpServers: { a: { command: 'x', own: 3 } } },
    true,
  ],
  ['a server of each transport', { mcpServers: { a: { command: 'x' }, b: { httpUrl: 'h' }, c: { url: 'u' } } }, true],
  ['a string for trust', { mcpServers: { a: { command: 'x', trust: 'true' } } }, false],
  ['a wrong approval mode', { tools: { approvalMode: 'sometimes' } }, false],
  ['a list for mcpServers', { mcpServers: [] }, false],
])('%s', (_name, settings, valid) => {
  expect(validate(settings)).toBe(valid);
});
