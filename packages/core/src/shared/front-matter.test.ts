import { expect, it } from 'vitest';
import { readFrontMatter } from './front-matter.js';

it.each([
  ['no head', { data: {}, body: 'no head', broken: false }],
  ['---\na: 1\nb: [x]\n---\nbody', { data: { a: 1, b: ['x'] }, body: 'body', broken: false }],
  ['---\r\na: 1\r\n---\r\nbody', { data: { a: 1 }, body: 'body', broken: false }],
  ['---\n---\nbody', { data: {}, body: 'body', broken: false }],
  ['---\na: [\n---\nbody', { data: {}, body: 'body', broken: true }],
  ['---\n- a\n---\nbody', { data: {}, body: 'body', broken: true }],
  ['text\n---\na: 1\n---\n', { data: {}, body: 'text\n---\na: 1\n---\n', broken: false }],
])('%j', async (text, expected) => {
  expect(await readFrontMatter(text)).toEqual(expected);
});
