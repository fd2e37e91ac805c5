/** A piece of everything that has a colour, to judge a theme by. Pure. */
import type { Look } from './look.js';
import { markdownLines } from './markdown.js';

const SAMPLE = [
  '**A theme** shows `code`, [links](https://example.com) and',
  '```ts',
  '// the answer',
  "export const answer = (words: string[]) => words.join(' ') + 42;",
  '```',
  '```diff',
  '-  removed line',
  '+  added line',
  '```',
].join('\n');

export function themeSample(look: Look): string[] {
  const { style, marks, width } = look;
  const signs = [
    style.good(`${marks.ok}done`),
    style.warning(`${marks.warning}careful`),
    style.bad(`${marks.error}wrong`),
  ];
  return [...markdownLines(SAMPLE, { ...look, width }), '', `${signs.join('  ')}  ${style.muted('aside')}`];
}
