/**
 * A model and those that are asked in its place when it is overloaded. Only the request to the model goes to the next one,
 * and only when nothing of an answer had come. Every request begins with the first model again.
 */
import type { ModelSource } from './streaming-model.js';
import type { Model } from './types.js';

/** `fallback` gives the next source to ask, or undefined when there is none left; it is asked for when it is needed. */
export function modelOver(
  first: ModelSource,
  fallback: (place: number) => ModelSource | undefined = () => undefined,
): Model {
  return {
    name: first.name,
    stream: async function* (request) {
      let source = first;
      for (let place = 0; ; place += 1) {
        const failed = yield* source.ask(request);
        if (failed === undefined) return;
        const next = failed.overloaded ? fallback(place) : undefined;
        if (next === undefined) throw failed.error;
        yield { type: 'retry', attempt: place + 1, delayMs: 0, shown: failed.error.shown, next: next.name };
        source = next;
      }
    },
  };
}
