/**
 * Holds a file path against a rule's spec, a gitignore-like pattern: `//etc/**` from the root of the disk, `~/x` from home,
 * `/x` and `./x` from the project, and `x` anywhere below it.
 *
 * Pure: it compares names and never looks at the disk. Where a path really leads has been found out before (judge-call).
 */
import ignore from 'ignore';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';

const ROOT = resolve('/');

/** Where path specs start: `/x` and `./x` at the project, `~/x` at home. */
export interface RuleDirs {
  readonly project: string;
  readonly home: string;
}

/**
 * Allowing is strict about the spelling. Denying and asking are not: file systems differ over letter case, composed letters
 * and dots at the end of a name. They also take a folder whose whole content the spec names.
 */
export function matchesPathSpec(spec: string, path: string, dirs: RuleDirs, strict: boolean): boolean {
  if (path.includes('\0')) return !strict;
  const { base, pattern } = anchor(spec, dirs);
  const [root, asked, rule] = strict ? [base, path, pattern] : [loosely(base), loosely(path), loosely(pattern)];
  const below = relative(root, resolve(strict ? dirs.project : loosely(dirs.project), asked));
  if (below === '') return pattern === '/' || pattern === '/**' || pattern === '**';
  if (isOutside(below)) return false;
  const name = below.split(sep).join('/');
  const matcher = ignore({ ignorecase: false }).add(rule);
  return matcher.ignores(name) || (!strict && matcher.ignores(`${name}/any`));
}

/** Whether what lies below this folder may be something that the spec names. */
export function reachesPathSpec(spec: string, folder: string, dirs: RuleDirs): boolean {
  const { fixed, hasWildcard } = fixedPart(spec, dirs);
  const at = loosely(resolve(dirs.project, folder));
  return isWithin(at, fixed) || (hasWildcard && isWithin(fixed, at));
}

/** Whether a path that only the shell knows may be one that the spec names: `beginning` is absolute, `tail` how it ends. */
export function mayBePath(spec: string, beginning: string | undefined, tail: string, dirs: RuleDirs): boolean {
  const { fixed, hasWildcard } = fixedPart(spec, dirs);
  // The beginning may end within a name: the folder above it is what is sure.
  const folder = beginning === undefined ? undefined : loosely(join(beginning, '..'));
  const isNear = folder === undefined || isWithin(folder, fixed) || isWithin(fixed, folder) || hasWildcard;
  const [last = '', end] = [spec.split('/').at(-1), loosely(basename(tail))];
  const wanted = loosely(last.slice(last.lastIndexOf('*') + 1));
  return (
    isNear && (wanted === '' || end === '' || wanted.endsWith(end) || (last.includes('*') && end.endsWith(wanted)))
  );
}

/** One spelling for all that some file system takes for the same name. */
const loosely = (path: string): string =>
  path
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=[^./\\])[. ]+(?=[/\\]|$)/g, '');

function fixedPart(spec: string, dirs: RuleDirs): { fixed: string; hasWildcard: boolean } {
  const { base, pattern } = anchor(spec, dirs);
  const isAnchored = /\/./.test(pattern);
  const names = isAnchored ? pattern.split('/').filter((name) => name !== '') : [];
  const wild = names.findIndex((name) => /[*?[]/.test(name));
  const fixed = wild === -1 ? names : names.slice(0, wild);
  return { fixed: loosely(join(base, ...fixed)), hasWildcard: !isAnchored || wild !== -1 };
}

const isWithin = (folder: string, path: string): boolean => !isOutside(relative(folder, path));

const isOutside = (below: string): boolean => below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);

function anchor(spec: string, { project, home }: RuleDirs): { base: string; pattern: string } {
  if (spec.startsWith('//')) return { base: ROOT, pattern: spec.slice(1) };
  if (spec.startsWith('~/')) return { base: home, pattern: spec.slice(1) };
  if (spec.startsWith('./')) return { base: project, pattern: spec.slice(1) };
  return { base: project, pattern: spec };
}
