import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMMANDS,
  edit,
  emptyBuffer,
  insert,
  moved,
  paste,
  wholeText,
  withText,
  type EditCommand,
  type TextBuffer,
} from './text-buffer.js';

/** A text with its cursor where the bar stands. */
const at = (marked: string): TextBuffer => moved(withText(emptyBuffer, marked.replace('|', '')), marked.indexOf('|'));
const show = ({ text, cursor }: TextBuffer): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

it.each<[EditCommand, string, string]>([
  ['left', 'a👩‍👩‍👧|b', 'a|👩‍👩‍👧b'],
  ['right', 'a|é', 'aé|'],
  ['right', 'ab|', 'ab|'],
  ['word-left', 'one two|', 'one |two'],
  ['word-left', 'one  |two', '|one  two'],
  ['word-right', 'on|e two', 'one| two'],
  ['word-right', 'one| ..', 'one ..|'],
  ['line-start', 'a\nbc|d', 'a\n|bcd'],
  ['line-start', '|\nb', '|\nb'],
  ['line-end', 'a|b\nc', 'ab|\nc'],
  ['text-start', 'a\nb|', '|a\nb'],
  ['text-end', '|a\nb', 'a\nb|'],
  ['backspace', '漢字|', '漢|'],
  ['backspace', 'a\n|b', 'a|b'],
  ['delete', '|👍🏽x', '|x'],
  ['delete', 'x|', 'x|'],
  ['kill-line-end', 'a|bc\nd', 'a|\nd'],
  ['kill-line-end', 'a|\nd', 'a|d'],
  ['kill-line-start', 'a\nbc|d', 'a\n|d'],
  ['kill-word-left', 'git commit|', 'git |'],
  ['kill-word-right', 'git| commit now', 'git| now'],
  ['transpose', 'ab|', 'ba|'],
  ['transpose', 'a|b', 'ba|'],
  ['transpose', '|ab', '|ab'],
  ['transpose', 'a\n|b', 'a\n|b'],
  ['newline', 'a|b', 'a\n|b'],
  ['clear', 'a|b', '|'],
])('%s: %j becomes %j', (command, from, to) => {
  expect(show(edit(at(from), command))).toBe(to);
});

const run = (buffer: TextBuffer, ...commands: readonly EditCommand[]): TextBuffer => commands.reduce(edit, buffer);

it('puts back what was killed, the newest first', () => {
  const killed = run(at('one two three|'), 'kill-word-left', 'left', 'kill-word-left');
  expect(killed.kills).toEqual(['two', 'three']);
  expect(show(edit(killed, 'yank'))).toBe('one two| ');
  expect(show(run(killed, 'yank', 'yank-older'))).toBe('one three| ');
});

it('joins kills that follow one another', () => {
  expect(run(at('one two three|'), 'kill-word-left', 'kill-word-left').kills).toEqual(['two three']);
  expect(run(at('|a\nb'), 'kill-line-end', 'kill-line-end').kills).toEqual(['a\n']);
});

it('takes back a typed word at once, and edits one by one', () => {
  const typed = [...'ab cd'].reduce(insert, emptyBuffer);
  expect(
    ['undo', 'undo', 'undo'].map((_, times) => run(typed, ...Array<EditCommand>(times + 1).fill('undo')).text),
  ).toEqual(['ab', '', '']);
});

describe('a long paste', () => {
  const long = Array.from({ length: 10_000 }, (_, line) => `line ${line}`).join('\n');
  const held = paste(insert(emptyBuffer, 'see '), long);

  it('stands there as a label and is sent whole', () => {
    expect(held.text).toBe('see [Pasted text #1: 10,000 lines]');
    expect(wholeText(insert(held, ' ok'))).toBe(`see ${long} ok`);
  });
  it('is one piece to the cursor and to backspace', () => {
    expect(show(edit(held, 'left'))).toBe('see |[Pasted text #1: 10,000 lines]');
    expect(edit(held, 'backspace').text).toBe('see ');
  });
  it('does not take a dollar in it for a pattern', () => {
    expect(wholeText(paste(emptyBuffer, '$&'.repeat(2_000)))).toBe('$&'.repeat(2_000));
  });
  it('leaves a short one as it is', () => {
    expect(paste(emptyBuffer, 'a\nb').text).toBe('a\nb');
  });
});

it('keeps its cursor between characters whatever is done', () => {
  const commands = Object.keys(COMMANDS) as EditCommand[];
  const step = fc.oneof(
    fc.constantFrom(...commands),
    fc.constantFrom('👩‍👩‍👧', 'é', '漢', 'x', ' ', '\n').map((text) => ({ text })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const last = steps.reduce<TextBuffer>(
        (buffer, each) => (typeof each === 'string' ? edit(buffer, each) : insert(buffer, each.text)),
        emptyBuffer,
      );
      const starts = [...new Intl.Segmenter().segment(last.text)].map(({ index }) => index);
      expect([...starts, last.text.length]).toContain(last.cursor);
    }),
  );
});
