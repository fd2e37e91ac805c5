import { expect, it } from 'vitest';
import { ansiToSvg } from './ansi-to-svg.mjs';

const drawnOf = (screen: string): string[] =>
  ansiToSvg(screen, { columns: 10, title: 'A & B' })
    .split('\n')
    .filter((line) => /^<(text|rect class="(?!ground))/.test(line));

const text = (x: number, y: number, wide: number): string =>
  `x="${x}" y="${y}" textLength="${wide}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"`;

it('draws what is not blank, each piece in its place, with its look, which goes on in the next line', () => {
  expect(drawnOf('a \u001b[1;32mb<\n│\u001b[0m   c\n\n')).toEqual([
    `<text ${text(14, 27, 16.8)}>a </text>`,
    `<text class="c2 bold" ${text(30.8, 27, 16.8)}>b&lt;</text>`,
    `<text class="c2 bold" ${text(14, 45, 8.4)}>│</text>`,
    `<text ${text(47.6, 45, 8.4)}>c</text>`,
  ]);
});

it('draws the cursor as a block with its sign in it', () => {
  expect(drawnOf('\u001b[95;7mT\u001b[27;39mype')).toEqual([
    '<rect class="c13" x="14" y="14" width="8.4" height="18"/>',
    `<text class="inverse" ${text(14, 27, 8.4)}>T</text>`,
    `<text ${text(22.4, 27, 25.2)}>ype</text>`,
  ]);
});

it('says what it shows, and is as large as that', () => {
  const [head, title] = ansiToSvg('a\nb\n\n', { columns: 10, title: 'A & B' }).split('\n');
  expect(head).toContain('width="112" height="64"');
  expect(title).toBe('<title>A &amp; B</title>');
});
