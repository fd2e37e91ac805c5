/** Where characters and words begin and end, as people see them. Pure. */
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** No character is longer; a whole text need not be cut up to find the next one. */
const WINDOW = 128;

export const graphemesOf = (text: string): string[] => [...CHARACTERS.segment(text)].map(({ segment }) => segment);

export function nextGrapheme(text: string, at: number): number {
  const [first] = CHARACTERS.segment(text.slice(at, at + WINDOW));
  return at + (first?.segment.length ?? 0);
}

export function previousGrapheme(text: string, at: number): number {
  if (at === 0) return 0;
  const lineStart = text.lastIndexOf('\n', at - 2) + 1;
  const from = Math.max(lineStart, at - WINDOW);
  const last = [...CHARACTERS.segment(text.slice(from, at))].at(-1);
  return at - (last?.segment.length ?? 0);
}

/** The end of the word that the position is in or before. */
export function nextWord(text: string, at: number): number {
  for (const { index, segment, isWordLike } of WORDS.segment(text.slice(at))) {
    if (isWordLike === true) return at + index + segment.length;
  }
  return text.length;
}

/** The start of the word that the position is in or after. */
export function previousWord(text: string, at: number): number {
  const words = [...WORDS.segment(text.slice(0, at))].filter(({ isWordLike }) => isWordLike === true);
  return words.at(-1)?.index ?? 0;
}
