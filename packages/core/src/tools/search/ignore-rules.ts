/**
 * What the search tools leave out: .gitignore files (each for its own directory and below, the deeper one deciding),
 * the repository's private excludes, and the ignore files at a workspace directory's top, .qwenignore first.
 * A directory that is asked for by name is searched although it is ignored itself: then only rules below it count.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { repositoryRoot } from '../../shared/repository-root.js';
import { contains } from '../files/workspace.js';
import type { IgnoreOptions } from './ignore-options.js';

export interface IgnoreRules {
  ignores(path: string, isDirectory: boolean): boolean;
  /** The rules inside a directory that is not ignored. `names` are its entries: they say whether there is a .gitignore. */
  inside(directory: string, names: readonly string[]): Promise<IgnoreRules>;
  /** Whether .qwenignore or a custom file leaves out a file, or a directory that it is in, below the start. */
  qwenIgnores(start: string, name: string): boolean;
  /** The ignore files at the workspace directory's top that hold. */
  readonly qwenIgnoreFiles: readonly string[];
  /** True when the start itself is ignored, so that rules from above it do not count. */
  readonly startsIgnored: boolean;
}

interface RuleSet {
  readonly base: string;
  readonly rules: Ignore;
}

// git, too, compares names as the file system usually does.
const ignorecase = process.platform === 'win32' || process.platform === 'darwin';

/** The rules for a search that starts at `start`, a real path in the workspace directory `root`. */
export async function loadIgnoreRules(start: string, root: string, options: IgnoreOptions): Promise<IgnoreRules> {
  const qwenSets = options.respectQwenIgnore ? await qwenRules(root, options.customIgnoreFiles) : [];
  const gitSets = options.respectGitIgnore ? await gitRulesAbove(start, root) : [];
  const above = createRules({ gitSets, qwenSets, startsIgnored: false, options });
  if (start === root || !isIgnoredFrom(above, start, root)) return above;
  return createRules({ gitSets: [], qwenSets: [], startsIgnored: true, options });
}

interface RulesState {
  readonly gitSets: readonly RuleSet[];
  readonly qwenSets: readonly (RuleSet & { readonly file: string })[];
  readonly startsIgnored: boolean;
  readonly options: IgnoreOptions;
}

function createRules(state: RulesState): IgnoreRules {
  const { gitSets, qwenSets, startsIgnored, options } = state;
  return {
    qwenIgnoreFiles: qwenSets.map(({ file }) => file),
    startsIgnored,
    ignores: (path, isDirectory) => {
      if (basename(path) === '.git') return true;
      return decides(gitSets, path, isDirectory) || decides(qwenSets, path, isDirectory);
    },
    qwenIgnores: (start, name) => {
      const parts = name.split('/');
      return parts.some((_, at) => decides(qwenSets, join(start, ...parts.slice(0, at + 1)), at < parts.length - 1));
    },
    inside: async (directory, names) => {
      if (!options.respectGitIgnore || !names.includes('.gitignore')) return createRules(state);
      const set = await readRules(directory, join(directory, '.gitignore'));
      return set === undefined ? createRules(state) : createRules({ ...state, gitSets: [...gitSets, set] });
    },
  };
}

/** The deepest rule set that has an opinion wins. */
function decides(sets: readonly RuleSet[], path: string, isDirectory: boolean): boolean {
  for (const { base, rules } of sets.toReversed()) {
    if (path === base || !contains(base, path)) continue;
    const name = relative(base, path).split(sep).join('/');
    const { ignored, unignored } = rules.test(isDirectory ? `${name}/` : name);
    if (ignored || unignored) return ignored;
  }
  return false;
}

function isIgnoredFrom(rules: IgnoreRules, start: string, root: string): boolean {
  for (let path = start; path !== root && contains(root, path); path = dirname(path)) {
    if (rules.ignores(path, true)) return true;
  }
  return false;
}

async function gitRulesAbove(start: string, root: string): Promise<RuleSet[]> {
  const top = (await repositoryRoot(start)) ?? root;
  const directories: string[] = [];
  for (let directory = dirname(start); contains(top, directory); directory = dirname(directory)) {
    directories.unshift(directory);
    if (directory === dirname(directory)) break;
  }
  const sets = await Promise.all([
    readRules(top, join(top, '.git', 'info', 'exclude')),
    ...directories.map((directory) => readRules(directory, join(directory, '.gitignore'))),
  ]);
  return sets.filter((set) => set !== undefined);
}

async function qwenRules(root: string, customNames: readonly string[]): Promise<(RuleSet & { file: string })[]> {
  const files = ['.qwenignore', ...customNames].map((name) => join(root, name));
  const sets = await Promise.all(files.map(async (file) => ({ file, set: await readRules(root, file) })));
  return sets.flatMap(({ file, set }) => (set === undefined ? [] : [{ ...set, file }]));
}

async function readRules(base: string, file: string): Promise<RuleSet | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : { base, rules: ignore({ ignorecase }).add(text) };
}
