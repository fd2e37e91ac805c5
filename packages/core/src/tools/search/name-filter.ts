/**
 * The `glob` of a content search: without a slash it judges a file's own name at any depth, with one the path from the
 * start; a leading `!` turns it round. Pure.
 */
import picomatch from 'picomatch';
import type { NameFilter } from './grep-types.js';

const ALL: NameFilter = { matches: () => true };

export function createNameFilter(glob: string | undefined): NameFilter {
  if (glob === undefined || glob.trim() === '') return ALL;
  const negated = glob.startsWith('!');
  const pattern = (negated ? glob.slice(1) : glob).replace(/^\.?\//, '');
  const matches = picomatch(pattern, { dot: true, basename: !pattern.includes('/') });
  if (negated) return { matches: (name) => !matches(name) };
  const lastPart = lastPartOf(pattern);
  return { matches: (name) => matches(name), ...(lastPart !== undefined && { lastPart }) };
}

function lastPartOf(pattern: string): string | undefined {
  // Alternatives may hold slashes of their own, and other engines read extended globs differently.
  const plain = !pattern.includes('/') || !pattern.includes('{');
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  return plain && last !== '' && !/\*\*|[()!:\\]/.test(last) ? last : undefined;
}
