/** One request, from the first byte out to the last chunk in. Decides what went wrong, never what follows from it. */
import type { Clock } from '../../shared/clock.js';
import type { ModelFailure } from '../failure.js';
import type { ModelOptions } from '../model-options.js';
import type { ModelEvent } from '../types.js';
import type { OpenAiClient } from './open-client.js';
import { createAnswerReader, type WireChunk } from './read-answer.js';
import type { RequestBody } from './request-body.js';
import { watchStream } from './stream-watch.js';
import { toFailure } from './to-failure.js';

export interface Attempt {
  readonly body: RequestBody;
  readonly signal: AbortSignal;
  readonly client: OpenAiClient;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly options: Pick<ModelOptions, 'timeoutMs' | 'streamIdleMs'>;
}

export interface Failed {
  readonly failure: ModelFailure;
  /** Whether any part of an answer had come: then nothing may be sent again. */
  readonly begun: boolean;
  readonly cause: unknown;
}

/** How long a stream may stay open after its answer is complete. */
const AFTER_FINISH_MS = 2_000;

/** Returns undefined once the whole answer has been handed on. */
export async function* tryOnce(attempt: Attempt): AsyncGenerator<ModelEvent, Failed | undefined> {
  const { body, signal, client, clock, options } = attempt;
  const answer = createAnswerReader(attempt.newId);
  const watch = watchStream(signal, clock);
  let cause: unknown;
  try {
    const request = { body, stream: true, signal: watch.signal };
    const chunks = await client.post<AsyncIterable<WireChunk>>('/chat/completions', request);
    watch.expect(options.streamIdleMs);
    for await (const chunk of chunks) {
      watch.touch();
      const wasFinished = answer.finished();
      yield* answer.read(chunk);
      if (answer.finished() && !wasFinished) watch.expect(AFTER_FINISH_MS);
    }
  } catch (error) {
    cause = error;
  } finally {
    watch.close();
  }

  const begun = answer.begun();
  const failed = (failure: ModelFailure): Failed => ({ failure, begun, cause });
  if (signal.aborted) return failed({ kind: 'broken' });
  if (!answer.finished()) {
    if (watch.stoodStill()) return failed({ kind: 'idle', ms: options.streamIdleMs });
    if (cause !== undefined) {
      return failed(
        toFailure(cause, { classes: client.classes, timeoutMs: options.timeoutMs, nowMs: clock.now(), begun }),
      );
    }
  }
  const end = answer.end();
  if (end.kind === 'failed') return failed(end.failure);
  yield* end.events;
  return undefined;
}
