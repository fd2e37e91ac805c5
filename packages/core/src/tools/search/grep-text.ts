/** How a content search is told: a count line with pattern and scope, `---`, then `path:line:text`. Pure. */
import { join } from 'node:path';
import type { GrepMatch } from './grep-types.js';

const MAX_CHARS = 20_000;
const MAX_LINE_CHARS = 500;

export interface GrepReport {
  readonly matches: readonly GrepMatch[];
  readonly complete: boolean;
  readonly pattern: string;
  readonly glob: string | undefined;
  /** The searched directory or file, as asked. */
  readonly path: string;
  /** How many matches the model wants at most. */
  readonly limit: number | undefined;
}

export function grepText({ matches, complete, pattern, glob, path, limit }: GrepReport): string {
  const scope = `for pattern "${pattern}" in ${path}${glob === undefined ? '' : ` (glob "${glob}")`}`;
  const stopped = complete ? '' : '; the search was stopped early, there may be more';
  if (matches.length === 0) return `No matches ${scope}${stopped}.`;
  const shown = withinChars(inOrder(matches).slice(0, limit), path);
  const count = `${matches.length} ${matches.length === 1 ? 'match' : 'matches'} ${scope}`;
  const cut = shown.length < matches.length ? `; the first ${shown.length} are shown` : '';
  return [`${count}${cut}${stopped}:`, '---', ...shown].join('\n');
}

const inOrder = (matches: readonly GrepMatch[]): GrepMatch[] =>
  matches.toSorted((a, b) => (a.name === b.name ? a.line - b.line : a.name < b.name ? -1 : 1));

function withinChars(matches: readonly GrepMatch[], path: string): string[] {
  const shown: string[] = [];
  let chars = 0;
  for (const match of matches) {
    const text = matchText(match, path);
    chars += text.length + 1;
    if (chars > MAX_CHARS && shown.length > 0) break;
    shown.push(text);
  }
  return shown;
}

function matchText({ name, line, text }: GrepMatch, path: string): string {
  const file = name === '' ? path : join(path, name);
  return text
    .split('\n')
    .map((part, offset) => `${file}:${line + offset}:${shortened(part)}`)
    .join('\n');
}

const shortened = (line: string): string =>
  line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}...` : line;
