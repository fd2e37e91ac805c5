/**
 * Splits a glob pattern into the directory to start in and the pattern to match there. Pure.
 */
import { resolve } from 'node:path';
import picomatch from 'picomatch';

export interface GlobPlan {
  /** Where the walk starts: absolute, not yet checked. */
  readonly start: string;
  /** To match names below the start; empty when the pattern names one file and nothing else. */
  readonly pattern: string;
  /** How many directories deep a match can lie. */
  readonly maxDepth: number;
}

/** `directory` is absolute; an absolute pattern does not need it. */
export function planGlob(pattern: string, directory: string): GlobPlan {
  const { base, glob, negated } = picomatch.scan(pattern);
  if (negated) return { start: directory, pattern, maxDepth: Infinity };
  const start = resolve(directory, unescaped(base));
  if (glob === '') return { start, pattern: '', maxDepth: 1 };
  const mayNest = /\*\*|[{(]/.test(glob);
  return { start, pattern: glob, maxDepth: mayNest ? Infinity : glob.split('/').length };
}

const unescaped = (path: string): string => (process.platform === 'win32' ? path : path.replace(/\\(.)/g, '$1'));
