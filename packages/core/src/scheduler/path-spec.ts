/**
 * Holds a file path against a rule's spec, a gitignore-like pattern: `//etc/**` from the root of the disk, `~/x` from home,
 * `/x` and `./x` from the project, and `x` anywhere below it.
 *
 * Pure: it compares names and never looks at the disk. Symbolic links are the file tools' own concern.
 */
import ignore from 'ignore';
import { isAbsolute, relative, resolve, sep } from 'node:path';

const ROOT = resolve('/');

/** Where path specs start: `/x` and `./x` at the project, `~/x` at home. */
export interface RuleDirs {
  readonly project: string;
  readonly home: string;
}

/** Allowing is strict about letter case; denying is not, and takes a folder whose whole content the spec names. */
export function matchesPathSpec(spec: string, path: string, dirs: RuleDirs, strict: boolean): boolean {
  const { base, pattern } = anchor(spec, dirs);
  const below = relative(base, resolve(dirs.project, path));
  if (below === '') return pattern === '/' || pattern === '/**' || pattern === '**';
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return false;
  const name = below.split(sep).join('/');
  const matcher = ignore({ ignorecase: !strict }).add(pattern);
  return matcher.ignores(name) || (!strict && matcher.ignores(`${name}/any`));
}

function anchor(spec: string, { project, home }: RuleDirs): { base: string; pattern: string } {
  if (spec.startsWith('//')) return { base: ROOT, pattern: spec.slice(1) };
  if (spec.startsWith('~/')) return { base: home, pattern: spec.slice(1) };
  if (spec.startsWith('./')) return { base: project, pattern: spec.slice(1) };
  return { base: project, pattern: spec };
}
