/**
 * The workspace boundary: which paths the file tools may touch. A path is judged by where it really leads, symbolic
 * links and `..` resolved by the operating system; one that does not exist yet by its nearest existing parent.
 * Reading is allowed in the workspace directories, the project's temp folder and the user's skills, writing in the first only.
 * Never decides who may do it: that is the approval's business. See docs/design/workspace-boundary.md.
 */
import { readlink, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { explainFileError } from './file-errors.js';

export type Access = 'read' | 'write';

export type CheckedPath =
  | {
      readonly kind: 'inside';
      /** As asked, normalised: for texts. */
      readonly path: string;
      /** Where it really is: the only path to open. */
      readonly real: string;
      readonly exists: boolean;
      /** The real path of the allowed directory that it lies in. */
      readonly root: string;
    }
  | { readonly kind: 'refused'; readonly shown: string };

export type InsidePath = Extract<CheckedPath, { kind: 'inside' }>;

export interface Workspace {
  readonly cwd: string;
  /** The working directory first, then the included ones, as they are now. Absolute. */
  readonly directories: readonly string[];
  /** One more directory, absolute. */
  add(directory: string): void;
  /** Must be called for every path before it is used. Never throws. */
  check(path: string, access: Access): Promise<CheckedPath>;
  /** The allowed directory that a real path lies in, or undefined. */
  rootOf(real: string, access: Access): Promise<string | undefined>;
}

export interface WorkspaceOptions {
  readonly cwd: string;
  readonly includeDirectories?: readonly string[];
  /** Where the whole of cut outputs is kept: readable, not writable. */
  readonly tempDir?: string;
  /** Further directories that may be read and never written, absolute: the user's skills. */
  readonly readOnlyDirs?: readonly string[] | undefined;
}

const MAX_DANGLING_LINKS = 40;

export function createWorkspace({
  cwd,
  includeDirectories = [],
  tempDir,
  readOnlyDirs = [],
}: WorkspaceOptions): Workspace {
  const directories = [
    ...new Set([cwd, ...includeDirectories.map((directory) => resolve(cwd, expandHome(directory)))]),
  ];
  const readable = [...(tempDir === undefined ? [] : [tempDir]), ...readOnlyDirs];
  const allowed = (access: Access): readonly string[] =>
    access === 'write' ? directories : [...directories, ...readable];

  const rootOf = async (real: string, access: Access): Promise<string | undefined> => {
    for (const directory of allowed(access)) {
      const root = await realpath(directory).catch(() => undefined);
      if (root !== undefined && contains(root, real)) return root;
    }
    return undefined;
  };

  const check = async (asked: string, access: Access): Promise<CheckedPath> => {
    if (asked.includes('\0')) return refused('The path holds a NUL character, which no file name can.');
    if (!isAbsolute(asked)) return refused(relativeShown(asked, cwd));
    const path = resolve(asked);
    try {
      const { real, exists } = await leadsTo(path, MAX_DANGLING_LINKS);
      const root = await rootOf(real, access);
      return root === undefined
        ? refused(outsideShown(path, real, directories))
        : { kind: 'inside', path, real, exists, root };
    } catch (error) {
      return refused(explainFileError(error, path) ?? `${path} could not be resolved.`);
    }
  };

  const add = (directory: string): void => {
    if (!directories.includes(directory)) directories.push(directory);
  };

  return { cwd, directories, add, check, rootOf };
}

/** True when `path` is `directory` or lies in it. Both real. */
export function contains(directory: string, path: string): boolean {
  const rest = relative(directory, path);
  return rest === '' || (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest));
}

/** Where an absolute path really leads. Throws the file system's error. */
export const realPathOf = async (path: string): Promise<string> => (await leadsTo(path, MAX_DANGLING_LINKS)).real;

/** The real path, resolved as far as it exists. A symbolic link to nothing is followed to where it would create. */
async function leadsTo(path: string, linksLeft: number): Promise<{ real: string; exists: boolean }> {
  try {
    return { real: await realpath(path), exists: true };
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
  }
  const above = (await leadsTo(dirname(path), linksLeft)).real;
  const here = join(above, basename(path));
  const target = await readlink(here).catch(() => undefined);
  if (target === undefined) return { real: here, exists: false };
  if (linksLeft === 0) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
  return leadsTo(resolve(above, target), linksLeft - 1);
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const refused = (shown: string): CheckedPath => ({ kind: 'refused', shown });

const expandHome = (path: string): string => (/^~(?=$|[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path);

function relativeShown(asked: string, cwd: string): string {
  if (asked.trim() === '') return 'The path is empty; give an absolute path.';
  return `The path must be absolute, and ${asked} is relative; did you mean ${resolve(cwd, expandHome(asked))}?`;
}

function outsideShown(path: string, real: string, directories: readonly string[]): string {
  const what = real === path ? `${path} is` : `${path} leads to ${real}, which is`;
  return `${what} outside the workspace; allowed are paths in ${directories.join(', ')}.`;
}
