/**
 * Searches file contents where there is no ripgrep: the same walk and ignore rules as glob, and JavaScript's patterns.
 * A pattern that would keep the process busy is stopped: nothing else could run meanwhile.
 */
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
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
import { searchLines, type LineMatch } from './line-search.js';
import { toRegExp } from './to-regexp.js';
import { walk, type FoundFile } from './walk.js';

const PATTERN_TIME_MS = 2000;
const BATCH = 16;

export async function searchFiles(query: GrepQuery): Promise<GrepOutcome> {
  const compiled = toRegExp(query.pattern);
  if (compiled.kind === 'invalid') return compiled;
  const acrossLines = spansLines(query.pattern);
  const search = functionTimeout((text: string) => searchLines(text, compiled.regexp, acrossLines), {
    timeout: PATTERN_TIME_MS,
  });
  try {
    return await collect(query, search);
  } catch (error) {
    if (!isTimeoutError(error)) throw error;
    return { kind: 'invalid', shown: 'it takes too long on some text; write it with fewer nested repetitions' };
  }
}

async function collect(query: GrepQuery, search: (text: string) => LineMatch[]): Promise<GrepOutcome> {
  const { clock, signal } = query;
  const endMs = clock.now() + TIME_LIMIT_MS;
  const isOver = (): boolean => signal.aborted || clock.now() > endMs;
  const matches: GrepMatch[] = [];
  for await (const batch of batches(candidates(query, isOver))) {
    const texts = await Promise.all(batch.map(async (file) => ({ file, text: await readText(file.path) })));
    for (const { file, text } of texts) {
      if (isOver()) return { kind: 'found', matches, complete: false };
      if (text === undefined) continue;
      for (const match of search(text)) matches.push({ name: file.name, ...match });
      if (matches.length >= MAX_MATCHES)
        return { kind: 'found', matches: matches.slice(0, MAX_MATCHES), complete: false };
    }
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

async function* batches(files: AsyncGenerator<FoundFile>): AsyncGenerator<FoundFile[]> {
  let batch: FoundFile[] = [];
  for await (const file of files) {
    batch.push(file);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Undefined for what is binary, too big, not to be read, or gone. */
async function readText(path: string): Promise<string | undefined> {
  try {
    if ((await stat(path)).size > MAX_SEARCHED_BYTES) return undefined;
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const decoded = decodeText(await handle.readFile());
      return decoded.kind === 'binary' ? undefined : decoded.text;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
