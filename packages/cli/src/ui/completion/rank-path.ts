/** How well a path fits what was typed after `@`. Pure; quick enough for tens of thousands of paths at every key. */
export interface RankedPath {
  readonly path: string;
  /** In lower case, made once. */
  readonly lower: string;
}

/** Lower is better; undefined: it does not fit. `word` is in lower case. `fuzzy`: letters may lie apart. */
export function rankPath({ lower }: RankedPath, word: string, fuzzy: boolean): number | undefined {
  const end = lower.endsWith('/') ? lower.length - 1 : lower.length;
  const base = lower.lastIndexOf('/', end - 1) + 1;
  // Longer paths come after shorter ones of their kind, which are no further apart than this.
  const length = Math.min(lower.length, 999);
  if (word === '') return length;
  if (lower.startsWith(word, base)) return length + (end - base === word.length ? 0 : 1_000);
  if (lower.startsWith(word)) return 2_000 + length;
  const inBase = lower.indexOf(word, base);
  if (inBase !== -1) return (startsWord(lower, inBase) ? 3_000 : 4_000) + length;
  if (lower.includes(word)) return 5_000 + length;
  if (!fuzzy) return undefined;
  const apart = gaps(lower, word, base) ?? gaps(lower, word, 0);
  return apart === undefined ? undefined : 6_000 + apart * 1_000 + length;
}

const startsWord = (text: string, at: number): boolean => /[^a-z0-9]/.test(text.charAt(at - 1));

/** Into how many pieces the word falls when its letters are looked for one after the other; undefined: one is missing. */
function gaps(text: string, word: string, from: number): number | undefined {
  let [at, pieces] = [from - 2, 0];
  for (const letter of word) {
    const next = text.indexOf(letter, Math.max(from, at + 1));
    if (next === -1) return undefined;
    if (next !== at + 1) pieces += 1;
    at = next;
  }
  return pieces;
}
