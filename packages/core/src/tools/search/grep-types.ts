/** What a search in file contents is asked and answers, whichever engine does it. */
import type { Clock } from '../../shared/clock.js';
import type { InsidePath } from '../files/workspace.js';
import type { IgnoreRules } from './ignore-rules.js';

export interface GrepQuery {
  readonly pattern: string;
  /** A directory, or a single file. */
  readonly start: InsidePath;
  readonly isFile: boolean;
  /** Which names count, relative to the start. */
  readonly nameFilter: NameFilter;
  /** The rules as they are for the start. */
  readonly rules: IgnoreRules;
  readonly respectGitIgnore: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface NameFilter {
  matches(name: string): boolean;
  /** A pattern for the last part of the name that leaves out nothing that matches; undefined when there is none. */
  readonly lastPart?: string;
}

export interface GrepMatch {
  /** From the start, with forward slashes; empty when the start is the file. */
  readonly name: string;
  readonly line: number;
  /** The matching line, or lines for a pattern that spans several. */
  readonly text: string;
}

export type GrepOutcome =
  /** `complete` is false when the search stopped at a bound. */
  | { readonly kind: 'found'; readonly matches: readonly GrepMatch[]; readonly complete: boolean }
  /** The engine does not understand the pattern. `shown` is worded to follow the pattern. */
  | { readonly kind: 'invalid'; readonly shown: string };

export const MAX_MATCHES = 20_000;
export const TIME_LIMIT_MS = 60_000;
/** Bigger files are not searched. */
export const MAX_SEARCHED_BYTES = 20 * 1024 * 1024;

/** Only such a pattern may match over the end of a line. */
export const spansLines = (pattern: string): boolean => /\\n|\n/.test(pattern);
