/**
 * Words that must not get where they don't belong: one stands in the call's arguments, one in everything that the server
 * and its surroundings say when they fail. Fresh for every run, so that a leak is traced to its run.
 */
import { randomBytes } from 'node:crypto';

export interface Markers {
  readonly argument: string;
  readonly upstream: string;
}

export const newMarkers = (): Markers => ({
  argument: `argument-${randomBytes(5).toString('hex')}`,
  upstream: `upstream-${randomBytes(5).toString('hex')}`,
});

/** What would give away where or how a connection broke, whatever its server calls itself. */
const TRANSPORT_WORDS = ['ECONN', 'EPIPE', 'socket', 'fetch failed', '127.0.0.1', '<html', 'ledger', 'plan.json'];

/** What of these a text gives away, in words without the values themselves. */
export function leaksIn(text: string, { argument, upstream }: Markers, words: 'with-words' | 'markers-only'): string[] {
  return [
    ...(text.includes(argument) ? ['an argument value'] : []),
    ...(text.includes(upstream) ? ['text of the server'] : []),
    ...(words === 'with-words' && TRANSPORT_WORDS.some((word) => text.includes(word))
      ? ['words of the transport']
      : []),
  ];
}
