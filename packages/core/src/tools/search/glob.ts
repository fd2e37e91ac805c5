/**
 * glob: the files that match a pattern, newest first. Loaded at the first call.
 */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import picomatch from 'picomatch';
import type { Clock } from '../../shared/clock.js';
import { textArgument } from '../arguments.js';
import type { InsidePath } from '../files/workspace.js';
import type { Execute } from '../lazy-tool.js';
import { cancelledResult, errorResult, okResult } from '../results.js';
import { planGlob, type GlobPlan } from './glob-plan.js';
import type { GlobToolOptions } from './glob-tool.js';
import { loadIgnoreRules } from './ignore-rules.js';
import { walk, type FoundFile } from './walk.js';

const MAX_SHOWN = 100;
const MAX_MATCHES = 50_000;
const TIME_LIMIT_MS = 60_000;

export function globWith(options: GlobToolOptions): Execute {
  const { workspace } = options;
  return async (args, { signal }) => {
    const pattern = textArgument(args, 'pattern') ?? '';
    if (pattern.trim() === '') return errorResult('The pattern is empty.');
    const directory = await workspace.check(textArgument(args, 'path') ?? workspace.cwd, 'read');
    if (directory.kind === 'refused') return errorResult(directory.shown);
    const plan = await planFor(options, pattern, directory.path);
    const start = await workspace.check(plan.start, 'read');
    if (start.kind === 'refused') return errorResult(start.shown);
    const scope = `matching ${pattern} in ${directory.path}`;
    const found = await collect(options, { ...plan, start }, signal);
    const newest = await newestFirst(found.files);
    if (signal.aborted) return cancelledResult('Cancelled.');
    if (newest.length === 0) return okResult(`No files ${scope}.`);
    const shown = newest.slice(0, MAX_SHOWN).map(({ name }) => (name === '' ? start.path : join(start.path, name)));
    const notes = [
      shown.length < newest.length ? `; the ${shown.length} newest are shown` : '',
      found.complete ? '' : '; the search was stopped early, there may be more',
    ];
    return okResult([`${newest.length} files ${scope}, newest first${notes.join('')}:`, '---', ...shown].join('\n'));
  };
}

/** A file whose name holds glob signs, as routes like [id].tsx do, is found by its plain name. */
async function planFor({ workspace }: GlobToolOptions, pattern: string, directory: string): Promise<GlobPlan> {
  const literal = await workspace.check(resolve(directory, pattern), 'read');
  const exists = literal.kind === 'inside' && literal.exists;
  return exists ? { start: literal.path, pattern: '', maxDepth: 1 } : planGlob(pattern, directory);
}

interface Search {
  readonly start: InsidePath;
  readonly pattern: string;
  readonly maxDepth: number;
}

interface Collected {
  readonly files: readonly FoundFile[];
  readonly complete: boolean;
}

async function collect(options: GlobToolOptions, search: Search, signal: AbortSignal): Promise<Collected> {
  const { clock, ignoreOptions } = options;
  const { start, pattern, maxDepth } = search;
  if (pattern === '')
    return { files: start.exists ? [{ path: start.real, name: '', isLink: false }] : [], complete: true };
  const matches = picomatch(pattern, {
    dot: true,
    nocase: process.platform === 'win32' || process.platform === 'darwin',
  });
  const rules = await loadIgnoreRules(start.real, start.root, ignoreOptions);
  const isOver = timeKeeper(clock, signal);
  const files: FoundFile[] = [];
  for await (const file of walk({ start: start.real, rules, maxDepth, isOver })) {
    if (matches(file.name)) files.push(file);
    if (files.length >= MAX_MATCHES) return { files, complete: false };
  }
  return { files, complete: !isOver() };
}

function timeKeeper(clock: Clock, signal: AbortSignal): () => boolean {
  const endMs = clock.now() + TIME_LIMIT_MS;
  return () => signal.aborted || clock.now() > endMs;
}

/** Files that vanished meanwhile, and directories, are not among them. Those of one age come by name. */
async function newestFirst(files: readonly FoundFile[]): Promise<FoundFile[]> {
  const dated: { file: FoundFile; changedMs: number }[] = [];
  for (let at = 0; at < files.length; at += 64) {
    const batch = files.slice(at, at + 64).map(async (file) => {
      const stats = await stat(file.path).catch(() => undefined);
      if (stats?.isFile()) dated.push({ file, changedMs: stats.mtimeMs });
    });
    await Promise.all(batch);
  }
  return dated
    .sort((a, b) => b.changedMs - a.changedMs || (a.file.name < b.file.name ? -1 : 1))
    .map(({ file }) => file);
}
