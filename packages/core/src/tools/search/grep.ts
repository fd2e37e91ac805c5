/**
 * grep_search: chooses the engine. The system's ripgrep where there is one, the built-in search otherwise and for
 * patterns that ripgrep refuses. Loaded at the first call.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findExecutable } from '../../shared/find-executable.js';
import { integerArgument, textArgument } from '../arguments.js';
import type { InsidePath } from '../files/workspace.js';
import type { Execute } from '../lazy-tool.js';
import { cancelledResult, errorResult, okResult } from '../results.js';
import { grepText } from './grep-text.js';
import type { GrepToolOptions } from './grep-tool.js';
import type { GrepMatch, GrepOutcome, GrepQuery } from './grep-types.js';
import { loadIgnoreRules } from './ignore-rules.js';
import { createNameFilter } from './name-filter.js';
import { searchWithRipgrep } from './ripgrep.js';

export function grepWith(options: GrepToolOptions): Execute {
  const { workspace, ignoreOptions, clock } = options;
  return async (args, { signal }) => {
    const pattern = textArgument(args, 'pattern') ?? '';
    if (pattern === '') return errorResult('The pattern is empty.');
    const start = await workspace.check(textArgument(args, 'path') ?? workspace.cwd, 'read');
    if (start.kind === 'refused') return errorResult(start.shown);
    const { path } = start;
    const stats = await stat(start.real).catch(() => undefined);
    if (stats === undefined) return errorResult(`${path} does not exist.`);
    if (!stats.isDirectory() && !stats.isFile())
      return errorResult(`${path} is neither a directory nor a regular file.`);
    const glob = textArgument(args, 'glob');
    const outcome = await search(options, {
      pattern,
      start,
      isFile: stats.isFile(),
      nameFilter: createNameFilter(glob),
      rules: await loadIgnoreRules(start.real, start.root, ignoreOptions),
      respectGitIgnore: ignoreOptions.respectGitIgnore,
      clock,
      signal,
    });
    if (signal.aborted) return cancelledResult('Cancelled.');
    if (outcome.kind === 'invalid') return errorResult(`The pattern "${pattern}" can't be used: ${outcome.shown}.`);
    const matches = visible(outcome.matches, start, options);
    return okResult(grepText({ ...outcome, matches, pattern, glob, path, limit: integerArgument(args, 'limit', 1) }));
  };
}

/** What a rule keeps back is left out, by the path as it was asked for and by where it is. */
function visible(matches: readonly GrepMatch[], { path, real }: InsidePath, options: GrepToolOptions): GrepMatch[] {
  const { isKeptBack = () => false } = options;
  const known = new Map<string, boolean>();
  return matches.filter(({ name }) => {
    const kept = known.get(name) ?? [path, real].some((start) => isKeptBack(join(start, name)));
    known.set(name, kept);
    return !kept;
  });
}

async function search(
  { useRipgrep = true, env = process.env }: GrepToolOptions,
  query: GrepQuery,
): Promise<GrepOutcome> {
  const program = useRipgrep ? await findExecutable('rg', env) : undefined;
  if (program !== undefined) {
    const outcome = await searchWithRipgrep(program, query);
    if (outcome.kind === 'found') return outcome;
  }
  const { searchFiles } = await import('./search-files.js');
  return searchFiles(query);
}
