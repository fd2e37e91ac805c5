import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, limitText, takeHead, takeTail, type LimitedText, type TextLimit } from './text-limit.js';

const whole = (text: string): LimitedText => ({ text, cut: false, omittedChars: 0 });

describe('limitText', () => {
  it.each<[string, string, TextLimit, LimitedText]>([
    ['nothing', '', { maxChars: 0, maxLines: 0 }, whole('')],
    ['a text that just fits', 'a\nb\n', { maxChars: 4, maxLines: 2 }, whole('a\nb\n')],
    [
      'too many lines',
      '1\n2\n3\n4\n5\n',
      { maxChars: 100, maxLines: 2 },
      { text: '1\n... [6 characters left out] ...\n5\n', cut: true, omittedChars: 6 },
    ],
    [
      'one long line',
      'abcdefghij',
      { maxChars: 4, maxLines: 10 },
      { text: 'ab\n... [6 characters left out] ...\nij', cut: true, omittedChars: 6 },
    ],
    [
      'more tail than head',
      '1\n2\n3\n4\n5\n6\n',
      { maxChars: 100, maxLines: 4, headShare: 0.25 },
      { text: '1\n... [4 characters left out] ...\n4\n5\n6\n', cut: true, omittedChars: 4 },
    ],
    [
      'whole lines where they fit',
      'aaaa\nbbbb\ncccc\ndddd',
      { maxChars: 14, maxLines: 10 },
      { text: 'aaaa\n... [10 characters left out] ...\ndddd', cut: true, omittedChars: 10 },
    ],
  ])('%s', (_name, text, limit, expected) => {
    expect(limitText(text, limit)).toEqual(expected);
  });

  it('keeps within its limits, loses nothing uncounted, and never splits a character', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '😀', 'é'), { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(20), fc.nat(8), (input, maxChars, maxLines) => {
        const { text: shown, cut, omittedChars } = limitText(input, { maxChars, maxLines });
        if (!cut) {
          expect(shown).toBe(input);
          return;
        }
        const [, head = '', tail = ''] = /^([^]*?)\.\.\. \[\d+ characters left out\] \.\.\.\n([^]*)$/.exec(shown) ?? [];
        expect(shown).toContain(`[${omittedChars} characters left out]`);
        expect(head.length + tail.length).toBeLessThanOrEqual(maxChars + 1);
        expect(countLines(head) + countLines(tail)).toBeLessThanOrEqual(maxLines + 1);
        expect(Buffer.from(shown).toString()).toBe(shown);
      }),
    );
  });
});

it.each<[string, { maxChars: number; maxLines: number }, [string, string]]>([
  ['a\nb\nc', { maxChars: 100, maxLines: 1 }, ['a\n', 'c']],
  ['a\nb\nc\n', { maxChars: 100, maxLines: 2 }, ['a\nb\n', 'b\nc\n']],
  ['a😀b', { maxChars: 2, maxLines: 9 }, ['a', 'b']],
  ['abc', { maxChars: 0, maxLines: 9 }, ['', '']],
])('head and tail of %j within %j', (text, { maxChars, maxLines }, expected) => {
  expect([takeHead(text, maxChars, maxLines), takeTail(text, maxChars, maxLines)]).toEqual(expected);
});

it.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\n\nb', 3],
])('counts the lines of %j', (text, expected) => {
  expect(countLines(text)).toBe(expected);
});
