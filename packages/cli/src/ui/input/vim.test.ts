import { expect, it } from 'vitest';
import { parseKeys } from './parse-keys.js';
import { emptyBuffer, moved, withText, type TextBuffer } from './text-buffer.js';
import { newVim, vimKey, type VimState } from './vim.js';

const ESC = '\u001b[27u';

/** `|` is the cursor. */
function at(marked: string): TextBuffer {
  const cursor = marked.indexOf('|');
  return moved(withText(emptyBuffer, marked.replace('|', '')), cursor);
}

const shown = ({ text, cursor }: TextBuffer): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

function typed(marked: string, keys: string, mode: VimState['mode'] = 'normal'): { vim: VimState; buffer: TextBuffer } {
  let now = { vim: { ...newVim, mode }, buffer: at(marked) };
  for (const event of parseKeys(keys).events) {
    const step = vimKey(now.vim, now.buffer, event);
    if (step?.kind === 'done') now = { vim: step.vim, buffer: step.buffer };
  }
  return now;
}

it.each([
  ['|abc', 'l', 'a|bc'],
  ['|abc', 'h', '|abc'],
  ['|abc', '9l', 'ab|c'],
  ['a|b\ncd', 'l', 'a|b\ncd'],
  ['|one two.three', 'w', 'one |two.three'],
  ['|one two.three', '2w', 'one two|.three'],
  ['|one two', '9w', 'one tw|o'],
  ['one |two', 'b', '|one two'],
  ['|one two', 'e', 'on|e two'],
  ['on|e two', 'e', 'one tw|o'],
  ['ab|c', '0', '|abc'],
  ['  a|b', '^', '  |ab'],
  ['|abc\nd', '$', 'ab|c\nd'],
  ['a\nb\n|c', 'gg', '|a\nb\nc'],
  ['|a\nb\n  c', 'G', 'a\nb\n  |c'],
  ['|a\nb\nc', '2G', 'a\n|b\nc'],
  ['|find the x', 'fx', 'find the |x'],
  ['|find the x', 'tx', 'find the| x'],
  ['find the |x', 'Ff', '|find the x'],
  ['find the |x', 'Tf', 'f|ind the x'],
  ['|a b a b', '2fb', 'a b a |b'],
  ['|abc', 'fz', '|abc'],
  ['|日本語', 'l', '日|本語'],
])('moves from %j by %s to %j', (from, keys, to) => {
  expect(shown(typed(from, keys).buffer)).toBe(to);
});

it.each([
  ['|abc', 'x', '|bc'],
  ['ab|c', 'x', 'a|b'],
  ['|abcd', '2x', '|cd'],
  ['|one two three', 'dw', '|two three'],
  ['|one two three', 'd2w', '|three'],
  ['|one two three', '2dw', '|three'],
  ['one |two\nthree', 'dw', 'one| \nthree'],
  ['one t|wo', 'db', 'one |wo'],
  ['|one two', 'de', '| two'],
  ['one |two', 'd$', 'one| '],
  ['one |two', 'D', 'one| '],
  ['one |two', 'd0', '|two'],
  ['a\n|b\nc', 'dd', 'a\n|c'],
  ['a\nb\n|c', 'dd', 'a\n|b'],
  ['|a\nb\nc', '2dd', '|c'],
  ['|a', 'dd', '|'],
  ['|a\nb\nc', 'dj', '|c'],
  ['a\n|b\nc', 'dG', '|a'],
  ['a\nb\n|c', 'dgg', '|'],
  ['|say "x" now', 'df"', '|x" now'],
  ['|say "x" now', 'dt"', '|"x" now'],
  ['|abc', 'dfz', '|abc'],
  ['|one two', 'dwu', '|one two'],
  ['|one two', 'dwP', 'one| two'],
  ['|ab', 'xp', 'b|a'],
  ['|a\nb', 'yyp', 'a\n|a\nb'],
  ['|a\nb', 'yyP', '|a\na\nb'],
  ['|a\nb', 'yy2p', 'a\n|a\na\nb'],
  ['|a\nb', 'ddp', 'b\n|a'],
  ['|one two', 'ywP', 'one| one two'],
  ['|abc', 'q', '|abc'],
  ['|abc', `d${ESC}x`, '|bc'],
])('changes %j by %s to %j', (from, keys, to) => {
  const { vim, buffer } = typed(from, keys);
  expect([vim.mode, vim.pending, shown(buffer)]).toEqual(['normal', '', to]);
});

it.each([
  ['a|b', 'i', 'a|b'],
  ['a|b', 'a', 'ab|'],
  [' a|b', 'I', ' |ab'],
  ['|ab\nc', 'A', 'ab|\nc'],
  ['|ab\nc', 'o', 'ab\n|\nc'],
  ['ab\n|c', 'O', 'ab\n|\nc'],
  ['|one two', 'cw', '| two'],
  ['on|e two', 'cw', 'on| two'],
  ['|one two three', 'c2w', '| three'],
  ['a\n|b c\nd', 'cc', 'a\n|\nd'],
  ['one |two', 'C', 'one |'],
  ['|say "x"', 'ct"', '|"x"'],
])('writes on from %j after %s at %j', (from, keys, to) => {
  const { vim, buffer } = typed(from, keys);
  expect([vim.mode, shown(buffer)]).toEqual(['insert', to]);
});

it('leaves insert mode on the character before the cursor', () => {
  const { vim, buffer } = typed('abc|', ESC, 'insert');
  expect([vim.mode, shown(buffer)]).toEqual(['normal', 'ab|c']);
});

it.each([
  ['insert', 'x'],
  ['insert', '\r'],
  ['normal', '\r'],
  ['normal', '\u0003'],
  ['normal', ESC],
] as const)('in %s mode leaves %j to others', (mode, keys) => {
  const [event] = parseKeys(keys).events;
  expect(event && vimKey({ ...newVim, mode }, at('|abc'), event)).toBeUndefined();
});

it('tells of moves between lines, which may lead into the history', () => {
  const [three, j] = parseKeys('3j').events;
  const first = three && vimKey({ ...newVim, mode: 'normal' }, at('|abc'), three);
  expect(j && first && vimKey(first.vim, at('|abc'), j)).toMatchObject({ kind: 'line', direction: 'down', count: 3 });
});
