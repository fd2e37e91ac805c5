/**
 * Which context files are looked for, and in which order they are read. Pure: whether a file is there is another question.
 *
 * For each name in turn: the user's own folder, then from the top folder down to the working directory, then the included
 * directories. The top is the root of the repository, without one the home directory, and the working directory itself
 * where that is not below either. Nothing above that is read.
 */
import { dirname, join } from 'node:path';
import { contains } from '../tools/files/workspace.js';

export const DEFAULT_CONTEXT_NAMES: readonly string[] = ['QWEN.md', 'AGENTS.md'];
const LOCAL_NAME = 'QWEN.local.md';

export interface SourceFacts {
  /** `context.fileName`; takes the place of both default names. */
  readonly names: readonly string[];
  /** `~/.qwen`, or what stands for it. */
  readonly userDir: string;
  readonly homeDir: string;
  readonly cwd: string;
  /** The folder that holds `.git`; undefined outside a repository. */
  readonly gitRoot: string | undefined;
  /** Directories whose own files are read too, absolute. */
  readonly includeDirectories: readonly string[];
  readonly trusted: boolean;
}

export interface ContextSource {
  readonly path: string;
  /** It and what it imports must lie in here, symbolic links resolved. */
  readonly boundary: string;
}

export function planSources(facts: SourceFacts): readonly ContextSource[] {
  const { names, userDir, gitRoot, trusted } = facts;
  const folders = trusted ? [...foldersFromTop(facts), ...facts.includeDirectories] : [];
  const named = names
    .filter(isPlainName)
    .flatMap((name) => [
      ...(isProse(name) ? [{ path: join(userDir, name), boundary: userBoundary(facts) }] : []),
      ...folders.map((folder) => ({ path: join(folder, name), boundary: boundaryOf(folder, gitRoot) })),
    ]);
  if (!trusted || gitRoot === undefined) return named;
  return [...named, { path: join(gitRoot, '.qwen', LOCAL_NAME), boundary: gitRoot }];
}

/** The user's own files may be links into a folder of theirs. */
export const userBoundary = ({ userDir, homeDir }: Pick<SourceFacts, 'userDir' | 'homeDir'>): string =>
  contains(homeDir, userDir) ? homeDir : userDir;

/** A name, or a path below the folder. */
const isPlainName = (name: string): boolean =>
  name !== '' && !name.includes('\0') && !/^[/\\]|^[a-z]:/i.test(name) && !name.split(/[/\\]/).includes('..');

/** A project chooses names too, and the user's folder holds keys and tokens beside instructions. */
const isProse = (name: string): boolean => /(?:\.(?:md|mdx|markdown|txt)|^[^.]+)$/i.test(name);

const boundaryOf = (folder: string, gitRoot: string | undefined): string =>
  gitRoot !== undefined && contains(gitRoot, folder) ? gitRoot : folder;

function foldersFromTop({ cwd, gitRoot, homeDir }: SourceFacts): readonly string[] {
  const top = gitRoot ?? (contains(homeDir, cwd) ? homeDir : cwd);
  const folders = [cwd];
  for (let folder = cwd; folder !== top && folder !== dirname(folder); folder = dirname(folder)) {
    folders.unshift(dirname(folder));
  }
  return folders;
}
