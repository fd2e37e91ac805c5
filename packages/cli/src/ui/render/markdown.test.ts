import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { diffCounts, diffOf } from './diff.js';
import { loadHighlight } from './highlight.js';
import { markdownLines } from './markdown.js';
import { createStyle, plainStyle } from './style.js';
import { THEMES } from './theme.js';

const lines = (text: string, width = 40): string[] => markdownLines(text, { width, style: plainStyle });

describe('markdownLines', () => {
  it.each<[string, string, string[]]>([
    ['a heading and a paragraph', '# Title\ntext', ['Title', '', 'text']],
    ['line feeds of a paragraph', 'one\ntwo', ['one', 'two']],
    ['emphasis and code', '**a** *b* `c` ~~d~~', ['a b c d']],
    ['a link and a bare one', '[site](http://a.b) http://c.d', ['site (http://a.b) http://c.d']],
    ['HTML as it was written', 'use <T> here\n\n<div>\nx\n</div>', ['use <T> here', '', '<div>', 'x', '</div>']],
    ['a list in a list', '- a\n  - b\n- c', ['• a', '  • b', '• c']],
    ['a numbered list that goes on', '9. a\n10. b', [' 9. a', '10. b']],
    ['tasks', '- [x] a\n- [ ] b', ['• ☒ a', '• ☐ b']],
    ['a loose list', '- a\n\n- b', ['• a', '', '• b']],
    ['a quotation', '> a\n> b', ['│ a', '│ b']],
    ['code', '```ts\nlet a = 1;\n\n  b();\n```', ['  let a = 1;', '  ', '    b();']],
    ['a fence that is still open', '```\na', ['  a']],
    ['a rule', '---', ['─'.repeat(40)]],
    ['a long line', `${'word '.repeat(9)}end`, ['word word word word word word word word', 'word end']],
    ['wide signs', '漢字'.repeat(11), ['漢字'.repeat(10), '漢字']],
    ['a table', '| a | b |\n|---|--:|\n| 1 | 22 |', ['a │  b', '──┼───', '1 │ 22']],
  ])('%s', (_name, text, expected) => {
    expect(lines(text)).toEqual(expected);
  });

  it.each([40, 80, 200])('keeps within %i columns', (width) => {
    const cell = 'some words that are long enough to be broken';
    const text = `# ${cell.repeat(9)}\n\n| a | b | c |\n|---|---|---|\n| ${cell} | ${cell} | 漢字漢字漢字 |\n\n- ${cell.repeat(3)}\n\n\`\`\`\n${cell.repeat(5)}\n\`\`\``;
    expect(Math.max(...lines(text, width).map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
  });

  it('lists a table that has no room', () => {
    const head = 'abcdefgh';
    expect(lines(`| ${head} | ${head} |\n|---|---|\n| 1 | 2 |`, 12)).toEqual([`${head}: 1`, `${head}: 2`]);
  });
});

it('colours code, and lets NO_COLOR leave the weights', async () => {
  const highlight = await loadHighlight();
  const text = '**a**\n```js\nconst b = "c"\n```';
  const painted = (depth: 0 | 1): string =>
    markdownLines(text, { width: 40, style: createStyle(THEMES['ANSI']!, depth), highlight }).join('\n');
  expect(painted(1)).toBe('\u001b[1ma\u001b[22m\n\n  \u001b[35mconst\u001b[39m b = \u001b[32m"c"\u001b[39m');
  expect(painted(0)).toBe('\u001b[1ma\u001b[22m\n\n  const b = "c"');
});

it('numbers the lines of a change', () => {
  const before = 'a\nb\nc\n1\n2\n3\n4\n5\n6\n7\n8\nx\n';
  const after = before.replace('b', 'B').replace('x', 'y\nz');
  const lines = diffOf(before, after) ?? [];
  expect(lines.map((line) => (line.kind === 'gap' ? '…' : `${line.kind[0]}${line.number}${line.text}`))).toEqual([
    ...['s1a', 'r2b', 'a2B', 's3c', 's41', 's52', '…', 's96', 's107', 's118', 'r12x', 'a12y', 'a13z'],
  ]);
  expect(diffCounts(lines)).toEqual({ added: 3, removed: 2 });
});
