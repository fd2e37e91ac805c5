/**
 * A model for work beside the conversation (a judgement, a summary, a page) whose requests are counted as those of the
 * conversation are: each one that was answered, and each that failed. Changes nothing of what the model says.
 */
import type { Model } from '../models/types.js';
import type { Clock } from '../shared/clock.js';
import type { SideRequest } from './events.js';
import { NO_USAGE } from './model-turn.js';

/** `tell` must not throw. A request that was cancelled before its answer is not told. */
export function countedModel(model: Model, clock: Clock, tell: (request: SideRequest) => void): Model {
  return {
    name: model.name,
    stream: async function* (request) {
      const startedMs = clock.now();
      let [asked, usage, failed] = [model.name, NO_USAGE, false];
      try {
        for await (const event of model.stream(request)) {
          if (event.type === 'retry') {
            tell({ model: asked, usage: NO_USAGE, durationMs: 0, failed: true });
            asked = event.next ?? asked;
          }
          if (event.type === 'finish') usage = event.usage;
          yield event;
        }
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        if (usage !== NO_USAGE || !request.signal.aborted)
          tell({ model: asked, usage, durationMs: clock.now() - startedMs, failed });
      }
    },
  };
}
