/**
 * Collects values that arrive in any order, hands each on as soon as all before it have come, and keeps what `handOn` makes of
 * it. Pure but for `handOn`.
 */
export interface InOrder<T> {
  put(place: number, value: T): void;
  /** What was handed on so far, in order. */
  all(): readonly T[];
}

export function createInOrder<T>(handOn: (value: T) => T): InOrder<T> {
  const early = new Map<number, T>();
  const handed: T[] = [];
  return {
    put: (place, value) => {
      early.set(place, value);
      for (let next = early.get(handed.length); next !== undefined; next = early.get(handed.length)) {
        early.delete(handed.length);
        handed.push(handOn(next));
      }
    },
    all: () => handed,
  };
}
