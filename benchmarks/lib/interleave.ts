/**
 * Runs the subjects in turn, A B A B, so that both meet the same weather. The first round warms caches and is dropped.
 */

export type Sample<Key extends string> = Readonly<Partial<Record<Key, number>>>;

/** Calls `measure` once a subject and round; the samples of each subject, in order. */
export async function interleave<Subject, Key extends string>(
  subjects: readonly Subject[],
  runs: number,
  measure: (subject: Subject) => Promise<Sample<Key>>,
): Promise<readonly (readonly Sample<Key>[])[]> {
  const samples: Sample<Key>[][] = subjects.map(() => []);
  for (let round = 0; round <= runs; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      const sample = await measure(subject);
      if (round > 0) samples[index]?.push(sample);
    }
  }
  return samples;
}

/** The values of one key; a run that has none is left out. */
export const valuesOf = <Key extends string>(samples: readonly Sample<Key>[] | undefined, key: Key): number[] =>
  (samples ?? []).map((sample) => sample[key]).filter((value) => value !== undefined);
