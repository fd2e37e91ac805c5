import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TRUST_LEVELS } from '../trust/folder-trust.js';
import { checkLayer } from './check.js';
import { PATH_VARIABLES } from './paths.js';
import { parseJsonObject } from './read-json.js';

const guide = (name: string): string =>
  readFileSync(new URL(`../../../../docs/guide/${name}`, import.meta.url), 'utf8');
const examples = (name: string): Record<string, unknown>[] =>
  [...guide(name).matchAll(/```jsonc?\n(.*?)```/gs)].map(
    ([, text = '']) => parseJsonObject(text, { what: 'Example of', file: name }).value,
  );

it('the settings of the guides are right', () => {
  const [trust, rules] = examples('trust.md');
  const settings = [...examples('settings.md'), trust ?? {}];
  expect(settings.flatMap((values) => checkLayer(values, { what: 'Example', file: 'guide' }).warnings)).toEqual([]);
  expect(Object.values(rules ?? {})).toEqual(TRUST_LEVELS);
});

it('the guides name every variable that moves a file', () => {
  const text = guide('settings.md') + guide('trust.md');
  expect(PATH_VARIABLES.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
