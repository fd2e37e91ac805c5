/**
 * Searches file contents where there is no ripgrep: the same walk and ignore rules as glob, and JavaScript's patterns.
 * A pattern that would keep the process busy is stopped: nothing else could run meanwhile.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import functionTimeout, { isTimeoutError } from 'function-timeout';
import { decodeText } from '../files/text-encoding.js';
import {
  MAX_MATCHES,
  MAX_SEARCHED_BYTES,
  spansLines,
  TIME_LIMIT_MS,
  type GrepMatch,
  type GrepOutcome,
  type GrepQuery,
} from './grep-types.js';
import { searchLines } from './line-search.js';
import { toRegExp } from './to-regexp.js';
import { walk, type FoundFile } from './walk.js';

const PATTERN_TIME_MS = 2000;
const BATCH_FILES = 64;
const BATCH_CHARS = 4_000_000;

export async function searchFiles(query: GrepQuery): Promise<GrepOutcome> {
  const compiled = toRegExp(query.pattern);
  if (compiled.kind === 'invalid') return compiled;
  const acrossLines = spansLines(query.pattern);
  const searchAll: SearchAll = (files) =>
    files.flatMap(({ name, text }) =>
      searchLines(text, compiled.regexp, acrossLines).map((match) => ({ name, ...match })),
    );
  try {
    // A guarded call has a price of its own, so each takes a whole batch.
    return await collect(query, functionTimeout(searchAll, { timeout: PATTERN_TIME_MS }));
  } catch (error) {
    if (!isTimeoutError(error)) throw error;
    return { kind: 'invalid', shown: 'it takes too long on some text; write it with fewer nested repetitions' };
  }
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

type SearchAll = (files: readonly NamedText[]) => GrepMatch[];

async function collect(query: GrepQuery, searchAll: SearchAll): Promise<GrepOutcome> {
  const { clock, signal } = query;
  const endMs = clock.now() + TIME_LIMIT_MS;
  const isOver = (): boolean => signal.aborted || clock.now() > endMs;
  const matches: GrepMatch[] = [];
  for await (const batch of batches(candidates(query, isOver))) {
    if (isOver()) break;
    for (const match of searchAll(batch)) matches.push(match);
    if (matches.length >= MAX_MATCHES)
      return { kind: 'found', matches: matches.slice(0, MAX_MATCHES), complete: false };
    // Others get their turn between batches.
    await setImmediate();
  }
  return { kind: 'found', matches, complete: !isOver() };
}

async function* candidates(
  { start, isFile, rules, nameFilter }: GrepQuery,
  isOver: () => boolean,
): AsyncGenerator<FoundFile> {
  if (isFile) {
    yield { path: start.real, name: '', isLink: false };
    return;
  }
  for await (const file of walk({ start: start.real, rules, isOver })) {
    if (!file.isLink && nameFilter.matches(file.name)) yield file;
  }
}

async function* batches(files: AsyncGenerator<FoundFile>): AsyncGenerator<NamedText[]> {
  let batch: NamedText[] = [];
  let chars = 0;
  for await (const { name, path } of files) {
    const text = readText(path);
    if (text === undefined) continue;
    batch.push({ name, text });
    chars += text.length;
    if (batch.length < BATCH_FILES && chars < BATCH_CHARS) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Undefined for what is binary, too big, not to be read, or gone. Many small reads are several times faster this way. */
function readText(path: string): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      if (fstatSync(file).size > MAX_SEARCHED_BYTES) return undefined;
      const decoded = decodeText(readFileSync(file));
      return decoded.kind === 'binary' ? undefined : decoded.text;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
