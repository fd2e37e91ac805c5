/**
 * Where a message of the user says `@path` or `@server:uri`: at its start or after white space. A space in a path is
 * escaped with a backslash, or the whole is quoted. Pure: whether there is such a thing is another question.
 */
export interface AtRef {
  /** As it was typed, without the `@`. */
  readonly typed: string;
  /** Without quotes and escapes, and then, where it differs, without the punctuation that may end a sentence. */
  readonly paths: readonly string[];
}

const REF = /(?<=^|\s)@(?:"([^"\n]+)"|((?:\\.|[^\s\\])+))/g;

/** In order; each once. */
export function atRefs(text: string): readonly AtRef[] {
  const refs = [...text.matchAll(REF)].map(({ 0: whole, 1: quoted, 2: bare = '' }): AtRef => {
    const typed = whole.slice(1);
    return { typed, paths: quoted === undefined ? [...new Set([plain(bare), plain(shortened(bare))])] : [quoted] };
  });
  return [...new Map(refs.map((ref) => [ref.typed, ref])).values()];
}

const plain = (typed: string): string =>
  typed.replaceAll(/\\(.)/g, (escape, char: string) => (/[\w.]/.test(char) ? escape : char));

const shortened = (typed: string): string => typed.replace(/[.,;:!?)\]}'"]+$/, '') || typed;
