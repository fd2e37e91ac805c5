/** The reference that is being written before the cursor: `@word`, `@"two words`, `@two\ words`. Pure. */
import type { CompletionQuery } from './source.js';

export interface AtQuery extends CompletionQuery {
  /** Begun with a quote. */
  readonly quoted: boolean;
}

const BEFORE = /(?<=^|\s)@(?:"([^"\n]*)|((?:\\.|[^\s\\"])*))$/;

export function atQuery(text: string, cursor: number): AtQuery | undefined {
  // A reference is no longer than this; the rest of a long text need not be looked at.
  const start = Math.max(0, cursor - MOST_CHARS);
  const found = BEFORE.exec(text.slice(start, cursor));
  if (found === null) return undefined;
  const [whole, quoted, bare = ''] = found;
  const word = quoted ?? bare.replace(/\\(.)/g, '$1');
  return { from: cursor - whole.length, to: cursor, word, quoted: quoted !== undefined };
}

const MOST_CHARS = 1_000;
