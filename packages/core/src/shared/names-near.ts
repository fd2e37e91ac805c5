/** Names near a wrong one, to be suggested and never to be taken. Pure. */
import { distance } from 'fastest-levenshtein';

const MAX_SUGGESTIONS = 3;

/** The nearest first. */
export function namesNear(names: readonly string[], wrong: string): readonly string[] {
  const wanted = wrong.toLowerCase();
  return names
    .map((name) => ({ name, steps: stepsBetween(wanted, name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= Math.max(2, Math.floor(Math.min(name.length, wanted.length) / 3)))
    .sort((a, b) => a.steps - b.steps)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

/** 1 when one name holds the other, else the edit distance. */
function stepsBetween(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length > 2 && long.includes(short) ? Number(a !== b) : distance(a, b);
}
