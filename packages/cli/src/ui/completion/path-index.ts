/**
 * The paths of the workspace, for completion: gone through when they are first asked for, by the rules of the search tools,
 * and again when the list has become old; meanwhile the old one serves. Never more than so many, and never in the way of a key.
 */
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { IgnoreOptions } from '@qwen-code/qwen-code-core/tools/search/ignore-options.js';
import { safeText } from '../render/safe-text.js';
import type { RankedPath } from './rank-path.js';

export interface PathIndexOptions {
  /** Absolute; the working directory first. */
  dirs(): readonly string[];
  readonly ignoreOptions: IgnoreOptions;
  readonly clock: Clock;
}

export interface PathIndex {
  /** Files, and folders with a slash at their end. Those of the working directory are relative to it, the others absolute. Never rejects. */
  all(): Promise<readonly RankedPath[]>;
  /** What lies in one folder of the workspace, as it is written, with a slash at its end, or empty. Never rejects. */
  inFolder(folder: string): Promise<readonly RankedPath[]>;
}

const MAX_PATHS = 50_000;
const TIME_LIMIT_MS = 10_000;
/** After so many, keys get their turn: one folder may hold them all. */
const PIECE = 200;
/** So old may a list be that is shown; a newer one is made at the same time. */
const FRESH_MS = 5_000;

export function createPathIndex(options: PathIndexOptions): PathIndex {
  const { clock } = options;
  let paths: Promise<readonly RankedPath[]> | undefined;
  let madeMs = 0;
  let making = false;
  const make = (): Promise<readonly RankedPath[]> => {
    making = true;
    const made = collect(options).catch((): readonly RankedPath[] => []);
    void made.then(() => {
      making = false;
      madeMs = clock.now();
    });
    return made;
  };
  return {
    all: () => {
      if (paths === undefined) paths = make();
      else if (!making && clock.now() - madeMs > FRESH_MS) {
        const newer = make();
        void newer.then(() => {
          paths = newer;
        });
      }
      return paths;
    },
    inFolder: (folder) => entriesOf(folder, options).catch(() => []),
  };
}

async function collect({ dirs, ignoreOptions, clock }: PathIndexOptions): Promise<readonly RankedPath[]> {
  const [{ walk }, { loadIgnoreRules }] = await searching();
  const endMs = clock.now() + TIME_LIMIT_MS;
  const found = new Set<string>();
  for (const [place, dir] of dirs().entries()) {
    const rules = await loadIgnoreRules(dir, dir, ignoreOptions);
    const isOver = (): boolean => found.size >= MAX_PATHS || clock.now() > endMs;
    for await (const { name, path } of walk({ start: dir, rules, isOver })) {
      if (isOver()) break;
      if (found.size % PIECE === 0) await setImmediate();
      addWithFolders(place === 0 ? name : path, found);
    }
  }
  return ranked([...found]);
}

function addWithFolders(path: string, found: Set<string>): void {
  found.add(path);
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const folder = path.slice(0, slash + 1);
    if (found.has(folder)) return;
    found.add(folder);
  }
}

async function entriesOf(folder: string, { dirs, ignoreOptions }: PathIndexOptions): Promise<readonly RankedPath[]> {
  const [, { loadIgnoreRules }, { contains }] = await searching();
  const [cwd = '.'] = dirs();
  const start = resolve(cwd, folder);
  const root = dirs().find((dir) => contains(dir, start));
  if (root === undefined) return [];
  const entries = await readdir(start, { withFileTypes: true });
  const above = await loadIgnoreRules(start, root, ignoreOptions);
  const rules = await above.inside(
    start,
    entries.map(({ name }) => name),
  );
  return ranked(
    entries
      .filter((entry) => !rules.ignores(join(start, entry.name), entry.isDirectory()))
      .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`),
  );
}

/** What can't be written on one line can't be referred to either. */
const ranked = (paths: readonly string[]): readonly RankedPath[] =>
  paths
    .filter((path) => safeText(path) === path && !path.includes('\n'))
    .map((path) => ({ path, lower: path.toLowerCase() }));

const searching = () =>
  Promise.all([
    import('@qwen-code/qwen-code-core/tools/search/walk.js'),
    import('@qwen-code/qwen-code-core/tools/search/ignore-rules.js'),
    import('@qwen-code/qwen-code-core/tools/files/workspace.js'),
  ]);

/** The folder that a word is in, with its slash; empty for the working directory. */
export const folderOf = (word: string): string => (word.includes('/') ? `${dirname(`${word}x`)}/` : '');
