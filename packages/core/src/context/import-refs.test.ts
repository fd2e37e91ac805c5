import { expect, it } from 'vitest';
import { importRefs, spellings } from './import-refs.js';

it.each([
  ['@a.md', ['a.md']],
  ['see @docs/a.md and\n@./b.md', ['docs/a.md', './b.md']],
  ['mail me@home.org', []],
  ['`@a.md` and ``x @b.md`` but @c.md', ['c.md']],
  ['a ` alone @a.md', ['a.md']],
  ['```\n@a.md\n```\n@b.md', ['b.md']],
  ['~~~js\n@a.md\n```\n@b.md\n~~~\n@c.md', ['c.md']],
  ['````\n```\n@a.md\n````\n@b.md', ['b.md']],
  ['```\n@a.md and no end', []],
  ['@', []],
])('%j imports %j', (text, paths) => {
  const refs = importRefs(text);
  expect(refs.map(({ path }) => path)).toEqual(paths);
  expect(refs.map(({ start, end }) => text.slice(start, end))).toEqual(paths.map((path) => `@${path}`));
});

it.each([
  ['a.md', ['a.md']],
  ['a.md.', ['a.md.', 'a.md']],
  ['a.md),', ['a.md),', 'a.md']],
  ['...', ['...']],
])('%j may mean %j', (path, expected) => {
  expect(spellings(path)).toEqual(expected);
});
