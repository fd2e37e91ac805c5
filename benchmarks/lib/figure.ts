/** What a figure is given and what it gives back. */
import type { Binary } from './binary.js';
import { interleave, valuesOf, type Sample } from './interleave.js';
import type { Row } from './row.js';

export interface Bench {
  readonly ours: Binary;
  readonly theirs: Binary | undefined;
  /** Rounds that count, for figures that repeat. */
  readonly runs: number;
  /** Folder of the bench servers and probes. */
  readonly serversDir: string;
  /** A line for whoever waits. */
  progress(text: string): void;
}

export interface Figure {
  readonly name: string;
  readonly title: string;
  measure(bench: Bench): Promise<Row[]>;
}

/** Measures one or both binaries in turn; the rows take their values by key. */
export async function compare<Key extends string>(
  { ours, theirs, runs }: Bench,
  measure: (binary: Binary) => Promise<Sample<Key>>,
): Promise<(key: Key, row: Omit<Row, 'ours' | 'theirs'>) => Row> {
  const subjects = theirs === undefined ? [ours] : [ours, theirs];
  const [ourSamples, theirSamples] = await interleave(subjects, runs, measure);
  return (key, row) => ({
    ...row,
    ours: valuesOf(ourSamples, key),
    ...(theirSamples === undefined ? {} : { theirs: valuesOf(theirSamples, key) }),
  });
}
