/**
 * A model behind an OpenAI-compatible chat completions API. The `openai` package makes the request and reads the stream; what
 * is retried, and when, is decided here and only before the first token.
 *
 * Throws QwenError alone. Never logs or shows the key, the messages or the answer.
 */
import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../../shared/clock.js';
import { noDebugLog, type DebugLog } from '../../shared/debug-log.js';
import { QwenError } from '../../shared/qwen-error.js';
import { failureText } from '../failure.js';
import type { ModelChoice } from '../registry.js';
import { planRetry } from '../retry.js';
import type { Model } from '../types.js';
import { openClient, type OpenAiClient } from './open-client.js';
import { requestBody } from './request-body.js';
import { tryOnce } from './try-once.js';

export interface OpenAiModelOptions {
  readonly choice: ModelChoice;
  /** For example `QwenCode/0.21.5`. */
  readonly userAgent?: string;
  readonly clock?: Clock;
  /** Gives [0, 1). */
  readonly random?: () => number;
  /** Ids for calls that come without one; each must be new. */
  readonly newId?: () => string;
  readonly debug?: DebugLog;
}

/** Starts loading the `openai` package at once, so that it is there when the first request is made. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const { choice, clock = systemClock, random = Math.random, debug = noDebugLog } = options;
  const newId = options.newId ?? ((): string => `call_${randomUUID()}`);
  const opening = openClient(choice, options.userAgent);
  opening.catch(() => {}); // Reported by the request that needs it.

  return {
    name: choice.name,
    stream: async function* ({ messages, tools, signal }) {
      const body = requestBody(choice, messages, tools);
      const client = await opened(opening);
      for (let attempt = 1; ; attempt += 1) {
        const failed = yield* tryOnce({ body, signal, client, clock, newId, options: choice.options });
        if (failed === undefined) return;
        const { failure, begun, cause } = failed;
        debug('model', `request ${attempt} failed: ${failure.kind}`, cause);
        if (signal.aborted) throw cancelled(cause);

        const shown = failureText(failure, { baseUrl: choice.baseUrl, secrets: secretsOf(choice) });
        const maxRetries = begun ? 0 : choice.options.maxRetries;
        const plan = planRetry({ failure, attempt, maxRetries, random });
        if (plan.kind === 'give-up') throw new QwenError('model-api', shown, cause);
        yield { type: 'retry', attempt, delayMs: plan.delayMs, shown };
        await clock.sleep(plan.delayMs, signal).catch((error: unknown) => {
          throw cancelled(error);
        });
      }
    },
  };
}

const cancelled = (cause: unknown): QwenError => new QwenError('cancelled', 'Cancelled.', cause);

const secretsOf = ({ apiKey, options }: ModelChoice): string[] => [apiKey, ...Object.values(options.headers)];

async function opened(opening: Promise<OpenAiClient>): Promise<OpenAiClient> {
  try {
    return await opening;
  } catch (error) {
    throw new QwenError('model-api', '[API Error: the client for the model could not be set up]', error);
  }
}
