import { mkdir, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { pathForms, readTrustRules } from './store.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

it('has no rule without a file', () => {
  expect(readTrustRules(`${temp.root}/none.json`)).toEqual([]);
});

it('reads each level with the directories it covers, comments allowed', async () => {
  await mkdir(`${temp.root}/real`);
  await symlink(`${temp.root}/real`, `${temp.root}/link`);
  const file = await temp.write(
    'trust.json',
    `{ // mine
      "/nowhere/a": "TRUST_FOLDER",
      "/nowhere/b": "TRUST_PARENT",
      "${temp.root}/link": "DO_NOT_TRUST",
    }`,
  );
  expect(readTrustRules(file)).toEqual([
    { level: 'TRUST_FOLDER', dirs: ['/nowhere/a'] },
    { level: 'TRUST_PARENT', dirs: ['/nowhere'] },
    { level: 'DO_NOT_TRUST', dirs: [`${temp.root}/link`, `${temp.root}/real`] },
  ]);
});

it.each<[string, string, string]>([
  ['broken JSON', '{ "/a"', 'is not valid JSON at line 1, column 7 (colon expected)'],
  ['a list', '["/a"]', 'must hold one JSON object'],
  [
    'a misspelt level',
    '{ "/a": "DONT_TRUST" }',
    'the level of "/a" must be one of TRUST_FOLDER, TRUST_PARENT, DO_NOT_TRUST',
  ],
  ['a boolean', '{ "/a": true }', 'the level of "/a" must be one of'],
  ['a relative path', '{ ".": "TRUST_FOLDER" }', '"." must be an absolute path'],
])('stops at %s', async (_name, text, problem) => {
  const file = await temp.write('trust.json', text);
  expect(() => readTrustRules(file)).toThrow(expect.objectContaining({ code: 'config' }));
  expect(() => readTrustRules(file)).toThrow(problem);
});

it('gives a path that does not exist as it is written', () => {
  expect(pathForms('/nowhere/../here')).toEqual(['/here']);
});
