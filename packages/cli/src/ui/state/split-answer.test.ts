import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIVE_LINES, splitAnswer, type SplitAnswer } from './split-answer.js';

const rows = (count: number, make = (at: number): string => `line ${at}`): string[] =>
  Array.from({ length: count }, (_, at) => make(at));

it.each<[string, string, SplitAnswer]>([
  ['one paragraph', 'abc\nd', { done: '', rest: 'abc\nd', inside: false }],
  ['an end that may go on', 'abc\n\n', { done: '', rest: 'abc\n\n', inside: false }],
  ['two paragraphs', 'abc\n\nd', { done: 'abc', rest: 'd', inside: false }],
  ['several', 'a\n\nb\n\n\nc', { done: 'a\n\nb', rest: 'c', inside: false }],
  ['a list item that goes on', '- a\n\n  more', { done: '', rest: '- a\n\n  more', inside: false }],
  ['an empty line in a fence', '```js\na\n\nb', { done: '', rest: '```js\na\n\nb', inside: false }],
  ['after a fence', '```\na\n```\n\nb', { done: '```\na\n```', rest: 'b', inside: false }],
  ['a fence in a longer fence', '````\n```\n\nb', { done: '', rest: '````\n```\n\nb', inside: false }],
  [
    'a long fence',
    ['```js', ...rows(LIVE_LINES + 1)].join('\n'),
    {
      done: ['```js', ...rows(LIVE_LINES - 1), '```'].join('\n'),
      rest: ['```js', `line ${LIVE_LINES - 1}`, `line ${LIVE_LINES}`].join('\n'),
      inside: true,
    },
  ],
  [
    'a long table',
    ['|a|', '|-|', ...rows(LIVE_LINES, (at) => `|${at}|`)].join('\n'),
    {
      done: ['|a|', '|-|', ...rows(LIVE_LINES - 2, (at) => `|${at}|`)].join('\n'),
      rest: ['|a|', '|-|', `|${LIVE_LINES - 2}|`, `|${LIVE_LINES - 1}|`].join('\n'),
      inside: true,
    },
  ],
  [
    'a long list',
    rows(LIVE_LINES + 2, (at) => `- ${at}`).join('\n'),
    {
      done: rows(LIVE_LINES, (at) => `- ${at}`).join('\n'),
      rest: `- ${LIVE_LINES}\n- ${LIVE_LINES + 1}`,
      inside: true,
    },
  ],
])('%s', (_name, text, expected) => {
  expect(splitAnswer(text)).toEqual(expected);
});

it('cuts a long line after a sentence', () => {
  const { done, rest } = splitAnswer('A sentence of some length. '.repeat(60));
  expect([done.endsWith('length.'), rest.startsWith('A sentence')]).toEqual([true, true]);
});

it('loses no word, however an answer is streamed', () => {
  const words = fc.array(fc.constantFrom('a', 'b ', '\n', '\n\n', '- ', '  ', '漢', '. '), { maxLength: 200 });
  fc.assert(
    fc.property(words, (deltas) => {
      let [printed, live] = ['', ''];
      for (const delta of deltas) {
        const { done, rest } = splitAnswer(live + delta);
        printed += done;
        live = rest;
      }
      expect((printed + live).replace(/\s/g, '')).toBe(deltas.join('').replace(/\s/g, ''));
    }),
  );
});
