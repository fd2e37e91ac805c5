/**
 * list_directory: the entries of one directory, directories first. Loaded at the first call.
 */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { flagArgument, textArgument, textListArgument } from '../arguments.js';
import { explainFileError } from '../files/file-errors.js';
import type { Execute } from '../lazy-tool.js';
import { errorResult, okResult } from '../results.js';
import type { ToolArguments } from '../types.js';
import type { IgnoreOptions } from './ignore-options.js';
import { loadIgnoreRules } from './ignore-rules.js';
import type { SearchToolOptions } from './list-directory-tool.js';

const MAX_ENTRIES = 1000;

export function listDirectoryWith({ workspace, ignoreOptions }: SearchToolOptions): Execute {
  return async (args) => {
    const checked = await workspace.check(textArgument(args, 'path') ?? '', 'read');
    if (checked.kind === 'refused') return errorResult(checked.shown);
    const { path, real, root } = checked;
    let entries: Dirent[];
    try {
      entries = await readdir(real, { withFileTypes: true });
    } catch (error) {
      return errorResult(notListed(error, path));
    }
    const rules = await loadIgnoreRules(real, root, filteringOf(args, ignoreOptions));
    const inside = await rules.inside(
      real,
      entries.map(({ name }) => name),
    );
    const globs = textListArgument(args, 'ignore');
    const unwanted = globs.length > 0 ? picomatch([...globs], { dot: true }) : () => false;
    const kept = entries.filter(
      (entry) => !unwanted(entry.name) && !inside.ignores(join(real, entry.name), entry.isDirectory()),
    );
    return okResult(listText(path, kept, entries.length - kept.length));
  };
}

function listText(path: string, entries: readonly Dirent[], ignored: number): string {
  const left = ignored > 0 ? ` (${ignored} ignored)` : '';
  if (entries.length === 0) return `${path} is empty${left}.`;
  const sorted = entries.toSorted(
    (a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || compareNames(a.name, b.name),
  );
  const shown = sorted.slice(0, MAX_ENTRIES);
  const cut = shown.length < sorted.length ? `; the first ${shown.length} are shown` : '';
  return [`${entries.length} entries in ${path}${left}${cut}:`, '---', ...shown.map(entryLine)].join('\n');
}

function entryLine(entry: Dirent): string {
  if (entry.isDirectory()) return `[DIR] ${entry.name}`;
  return entry.isSymbolicLink() ? `${entry.name} (link)` : entry.name;
}

/** Independent of the machine's language. */
const compareNames = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** What the call itself wants respected; what it leaves open, the settings say. */
function filteringOf(args: ToolArguments, options: IgnoreOptions): IgnoreOptions {
  const asked = args['file_filtering_options'];
  if (typeof asked !== 'object' || asked === null) return options;
  const flags: ToolArguments = { ...asked };
  return {
    ...options,
    respectGitIgnore: flagArgument(flags, 'respect_git_ignore') ?? options.respectGitIgnore,
    respectQwenIgnore: flagArgument(flags, 'respect_qwen_ignore') ?? options.respectQwenIgnore,
  };
}

function notListed(error: unknown, path: string): string {
  const isFile = error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
  return isFile
    ? `${path} is a file, not a directory.`
    : (explainFileError(error, path) ?? `${path} could not be listed.`);
}
