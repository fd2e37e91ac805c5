import { expect, it } from 'vitest';
import { leaksIn, newMarkers } from './markers.js';

const markers = { argument: 'ARG', upstream: 'UP' };

it.each<[string, 'with-words' | 'markers-only', string[]]>([
  ['The outcome of this call is unknown.', 'with-words', []],
  ['key ARG', 'markers-only', ['an argument value']],
  ['said UP', 'markers-only', ['text of the server']],
  ['socket hang up at 127.0.0.1', 'with-words', ['words of the transport']],
  ['socket hang up at 127.0.0.1', 'markers-only', []],
  ['ARG and UP over ECONNRESET', 'with-words', ['an argument value', 'text of the server', 'words of the transport']],
])('%s (%s)', (text, words, expected) => {
  expect(leaksIn(text, markers, words)).toEqual(expected);
});

it('is fresh for every run', () => {
  const [one, other] = [newMarkers(), newMarkers()];
  expect(one.argument).not.toBe(other.argument);
  expect(one.upstream).not.toBe(other.upstream);
});
