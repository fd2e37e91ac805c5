import { expect, it } from 'vitest';
import { historyOf, remembered, step } from './history.js';

it('goes back and forth, and returns to the draft', () => {
  const texts: (string | undefined)[] = [];
  let at = { history: historyOf(['one', 'two']), text: 'draft' };
  for (const direction of [1, 1, 1, -1, -1, -1] as const) {
    const next = step(at.history, direction, at.text);
    texts.push(next?.text);
    at = next ?? at;
  }
  expect(texts).toEqual(['two', 'one', undefined, 'two', 'draft', undefined]);
});

it.each([
  ['two', ['one', 'two']],
  ['one', ['one']],
  [' ', ['one']],
])('remembers %j', (text, sent) => {
  expect(remembered({ sent: ['one'], back: 1, draft: 'x' }, text)).toEqual({ sent, back: 0, draft: '' });
});
