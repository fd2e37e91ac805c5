import { expect, it } from 'vitest';
import { rankPath } from './rank-path.js';

const ranked = (paths: readonly string[], word: string, fuzzy = true): string[] =>
  paths
    .map((path) => ({ path, rank: rankPath({ path, lower: path.toLowerCase() }, word, fuzzy) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => a.rank! - b.rank!)
    .map(({ path }) => path);

it.each<[string, string[], string, string[]]>([
  ['a whole name first', ['src/app.test.ts', 'src/app.ts', 'app/'], 'app.ts', ['src/app.ts', 'src/app.test.ts']],
  ['a folder by its whole name', ['application.ts', 'src/app/'], 'app', ['src/app/', 'application.ts']],
  ['the start of a name before the middle', ['src/xapp.ts', 'src/apple.ts'], 'app', ['src/apple.ts', 'src/xapp.ts']],
  ['the start of a word before its middle', ['aapp.ts', 'a-app.ts'], 'app', ['a-app.ts', 'aapp.ts']],
  ['a name before a folder', ['app/x.ts', 'x/my-app.ts'], '-app', ['x/my-app.ts']],
  ['the start of a path', ['lib/src/a.ts', 'src/a/b/c.ts'], 'src/', ['src/a/b/c.ts', 'lib/src/a.ts']],
  ['shorter ones first', ['src/deep/er/app.ts', 'src/app.ts'], 'app', ['src/app.ts', 'src/deep/er/app.ts']],
  [
    'letters apart, in fewer pieces first',
    ['src/run-ui.ts', 'src/ru/n/ui.ts'],
    'runui',
    ['src/run-ui.ts', 'src/ru/n/ui.ts'],
  ],
  ['letters of folder and name', ['src/ui/store.ts'], 'uist', ['src/ui/store.ts']],
  ['only what fits', ['a.ts', 'b.ts'], 'zz', []],
])('prefers %s', (_name, paths, word, expected) => {
  expect(ranked(paths, word)).toEqual(expected);
});

it('takes letters apart for nothing where fuzzy search is off', () => {
  expect(ranked(['src/run-ui.ts'], 'runui', false)).toEqual([]);
});
