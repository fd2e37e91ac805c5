/**
 * Goes through a directory tree, leaving out what the ignore rules say. Symbolic links are told but never followed:
 * a search can neither leave the workspace nor go in circles.
 */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { IgnoreRules } from './ignore-rules.js';

export interface FoundFile {
  readonly path: string;
  /** From the walk's start, with forward slashes. */
  readonly name: string;
  readonly isLink: boolean;
}

export interface WalkOptions {
  readonly start: string;
  /** The rules as they are for the start. */
  readonly rules: IgnoreRules;
  /** How many directories deep; 1 is the start alone. */
  readonly maxDepth?: number;
  /** Asked between batches. */
  isOver(): boolean;
}

const BATCH = 32;

interface Directory {
  readonly path: string;
  readonly rules: IgnoreRules;
  readonly depth: number;
}

/** Files in no particular order. A directory that can't be read is passed over. */
export async function* walk({ start, rules, maxDepth = Infinity, isOver }: WalkOptions): AsyncGenerator<FoundFile> {
  const waiting: Directory[] = [{ path: start, rules, depth: 1 }];
  while (waiting.length > 0 && !isOver()) {
    const batch = await Promise.all(waiting.splice(0, BATCH).map(readDirectory));
    for (const { directory, entries } of batch) {
      for (const entry of entries) {
        const path = join(directory.path, entry.name);
        if (directory.rules.ignores(path, entry.isDirectory())) continue;
        if (entry.isDirectory()) {
          if (directory.depth < maxDepth) waiting.push({ path, rules: directory.rules, depth: directory.depth + 1 });
        } else if (entry.isFile() || entry.isSymbolicLink()) {
          yield { path, name: relative(start, path).split(sep).join('/'), isLink: entry.isSymbolicLink() };
        }
      }
    }
  }
}

async function readDirectory(directory: Directory): Promise<{ directory: Directory; entries: Dirent[] }> {
  const entries = await readdir(directory.path, { withFileTypes: true }).catch((): Dirent[] => []);
  const rules = await directory.rules.inside(
    directory.path,
    entries.map(({ name }) => name),
  );
  return { directory: { ...directory, rules }, entries };
}
