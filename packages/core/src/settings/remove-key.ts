/**
 * Takes one key out of JSON text and leaves every other character, comments included. Pure.
 * (The editing library removes the comments around a key and lays its neighbours out anew.)
 */
import { applyEdits, createScanner, findNodeAtLocation, parseTree, type Edit, type Node } from 'jsonc-parser';

/** The text without the key at `path`; unchanged when there is no such key. */
export function removeKey(text: string, path: readonly string[]): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const property = tree && findNodeAtLocation(tree, [...path])?.parent;
  const siblings = property?.parent?.children;
  if (property === undefined || siblings === undefined) return text;
  const end = endOf(property);
  const following = nextComma(text, end);
  if (following !== undefined) return applyEdits(text, [wholeLines(text, property.offset, following + 1)]);
  const previous = siblings[siblings.indexOf(property) - 1];
  const preceding = previous === undefined ? undefined : nextComma(text, endOf(previous));
  const comma: Edit[] = preceding === undefined ? [] : [{ offset: preceding, length: 1, content: '' }];
  return applyEdits(text, [...comma, wholeLines(text, property.offset, end)]);
}

const endOf = ({ offset, length }: Node): number => offset + length;

/** Where the next token starts, when it is a comma. */
function nextComma(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
}

/** From `start` to `end`, and the lines themselves where nothing else is on them. */
function wholeLines(text: string, start: number, end: number): Edit {
  const before = /(?:^|\n)[ \t]*$/.exec(text.slice(0, start));
  const after = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end));
  if (before === null || after === null) return { offset: start, length: end - start, content: '' };
  const from = before.index + (before[0].startsWith('\n') ? 1 : 0);
  return { offset: from, length: end + after[0].length - from, content: '' };
}
