import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
/** Without what differs between a line in its file and the same line on a page. */
const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '');

const excerpts = [...read('../../../docs/guide/writing-safe-servers.md').matchAll(/```js\n(.*?)```/gs)].map(
  ([, text = '']) => text,
);

it('the guide shows the example as it is', () => {
  const example = withoutSpace(read('../charges.mjs') + read('../server.mjs'));
  expect(excerpts).toHaveLength(6);
  expect(excerpts.filter((text) => !example.includes(withoutSpace(text)))).toEqual([]);
});
