/** Notices a model that makes the same calls with the same results again and again. Keeps one digest, decides nothing else. */
import { createHash } from 'node:crypto';
import type { FinishedCall } from '../scheduler/types.js';

/** Tells, after each message's calls, whether they were the same `limit` times in a row. */
export function createRepeatGuard(limit: number): (finished: readonly FinishedCall[]) => boolean {
  let last = '';
  let times = 0;
  return (finished) => {
    const facts = finished.map(({ call, result }) => [call.name, call.argumentsJson, result.status, result.text]);
    const digest = createHash('sha256').update(JSON.stringify(facts)).digest('base64');
    times = digest === last ? times + 1 : 1;
    last = digest;
    return times >= limit;
  };
}
