/**
 * Where a text says `@path`: at its start or after white space, outside code blocks and code spans. Pure: whether there is
 * such a file is another question.
 */
export interface ImportRef {
  /** Of the `@`. */
  readonly start: number;
  /** After the path. */
  readonly end: number;
  readonly path: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const REF = /(^|\s)@(\S+)/g;

export function importRefs(text: string): readonly ImportRef[] {
  const refs: ImportRef[] = [];
  let fence: string | undefined;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else refs.push(...refsIn(line, at));
    at += line.length;
  }
  return refs;
}

function refsIn(line: string, at: number): ImportRef[] {
  const words = withoutCode(line);
  return [...words.matchAll(REF)].map(({ index, 1: before = '', 2: path = '' }) => {
    const start = at + index + before.length;
    return { start, end: start + 1 + path.length, path };
  });
}

/** Code spans as blanks of the same length. A span that is not closed in its line is none. */
const withoutCode = (line: string): string =>
  line.replaceAll(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, (span) => '\0'.repeat(span.length));

/** The path as written, then without the punctuation that may end a sentence. */
export function spellings(path: string): readonly string[] {
  const shorter = path.replace(/[.,;:!?)\]}'"]+$/, '');
  return shorter === path || shorter === '' ? [path] : [path, shorter];
}
