/**
 * One model behind one endpoint, whatever protocol it speaks. What is retried, and when, is decided here, and only before the
 * first token; a dialect makes the request and reads the stream.
 *
 * Throws QwenError 'cancelled' alone. Never logs or shows the key, the messages or the answer.
 */
import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../shared/clock.js';
import { noDebugLog, type DebugLog } from '../shared/debug-log.js';
import { QwenError } from '../shared/qwen-error.js';
import type { Dialect } from './dialect.js';
import { failureText } from './failure.js';
import type { ModelChoice } from './registry.js';
import type { RequestLog } from './request-log.js';
import { isOverloaded, planRetry } from './retry.js';
import { tryOnce, type Failed } from './try-once.js';
import type { ModelEvent, ModelRequest } from './types.js';

export interface ModelPorts {
  /** For example `QwenCode/0.21.5`. */
  readonly userAgent?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Gives [0, 1). */
  readonly random?: (() => number) | undefined;
  /** Ids for calls that come without one; each must be new. */
  readonly newId?: (() => string) | undefined;
  readonly debug?: DebugLog | undefined;
  /** Makes the requests; default: straight to the endpoint, every certificate checked. */
  readonly fetch?: typeof fetch | undefined;
  /** Keeps requests and answers; default: nothing is kept. */
  readonly log?: RequestLog | undefined;
}

/** As Model, but that no answer came is a value. */
export interface ModelSource {
  readonly name: string;
  ask(request: ModelRequest): AsyncGenerator<ModelEvent, NoAnswer | undefined>;
}

export interface NoAnswer {
  readonly error: QwenError;
  /** Nothing had come, and the reason is that this model has no room now: another one may be asked. */
  readonly overloaded: boolean;
}

/** `load` opens the dialect; it is called at once, so that its package is there when the first request is made. */
export function createSource(choice: ModelChoice, load: () => Promise<Dialect>, ports: ModelPorts): ModelSource {
  const { clock = systemClock, random = Math.random, debug = noDebugLog, log } = ports;
  const loading = load();
  loading.catch(() => {}); // Reported by the request that needs it.

  return {
    name: choice.name,
    ask: async function* ({ messages, tools, signal }) {
      const dialect = await loaded(loading);
      if ('overloaded' in dialect) return dialect;
      const body = dialect.body({ messages, tools });
      for (let attempt = 1; ; attempt += 1) {
        const once = tryOnce({ body, signal, dialect, clock, options: choice.options });
        const failed = yield* log === undefined ? once : log(choice, body, once);
        if (failed === undefined) return undefined;
        debug('model', `request ${attempt} failed: ${failed.failure.kind}`, failed.cause);
        if (signal.aborted) throw cancelled(failed.cause);

        const shown = failureText(failed.failure, choice);
        const maxRetries = failed.begun ? 0 : choice.options.maxRetries;
        const plan = planRetry({ failure: failed.failure, attempt, maxRetries, random });
        if (plan.kind === 'give-up') return noAnswer(failed, shown);
        yield { type: 'retry', attempt, delayMs: plan.delayMs, shown };
        await clock.sleep(plan.delayMs, signal).catch((error: unknown) => {
          throw cancelled(error);
        });
      }
    },
  };
}

export const madeUpId = (): string => `call_${randomUUID()}`;

const noAnswer = ({ failure, begun, cause }: Failed, shown: string): NoAnswer => ({
  error: new QwenError('model-api', shown, cause),
  overloaded: !begun && isOverloaded(failure),
});

const cancelled = (cause: unknown): QwenError => new QwenError('cancelled', 'Cancelled.', cause);

async function loaded(loading: Promise<Dialect>): Promise<Dialect | NoAnswer> {
  try {
    return await loading;
  } catch (error) {
    const shown = '[API Error: the client for the model could not be set up]';
    return { error: new QwenError('model-api', shown, error), overloaded: false };
  }
}
