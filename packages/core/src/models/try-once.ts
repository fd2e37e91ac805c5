/** One request, from the first byte out to the last chunk in. Decides what went wrong, never what follows from it. */
import type { Clock } from '../shared/clock.js';
import type { AnswerReader, Dialect, RequestBody } from './dialect.js';
import type { ModelFailure } from './failure.js';
import type { ModelOptions } from './model-options.js';
import { watchStream, type StreamWatch } from './stream-watch.js';
import type { ModelEvent } from './types.js';

export interface Attempt {
  readonly body: RequestBody;
  readonly signal: AbortSignal;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly options: Pick<ModelOptions, 'timeoutMs' | 'streamIdleMs' | 'streamLifetimeMs'>;
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
  const { body, signal, dialect, clock, options } = attempt;
  const answer = dialect.reader();
  const watch = watchStream(signal, clock);
  let opened = false;
  let cause: unknown;
  try {
    watch.expect(options.timeoutMs);
    const chunks = await dialect.open(body, watch.signal);
    opened = true;
    watch.expect(options.streamIdleMs);
    watch.within(options.streamLifetimeMs);
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
  const failure = broken(attempt, { answer, watch, opened, cause });
  if (failure !== undefined) return { failure, begun, cause };
  const end = answer.end();
  if (end.kind === 'failed') return { failure: end.failure, begun, cause };
  yield* end.events;
  return undefined;
}

interface Course {
  readonly answer: AnswerReader;
  readonly watch: StreamWatch;
  readonly opened: boolean;
  readonly cause: unknown;
}

/** What kept the stream from its end; undefined when it came there. */
function broken({ signal, dialect, options }: Attempt, course: Course): ModelFailure | undefined {
  const { answer, watch, opened, cause } = course;
  if (signal.aborted) return { kind: 'broken' };
  if (answer.finished()) return undefined;
  if (!opened && watch.hit() !== undefined) return { kind: 'timeout', ms: options.timeoutMs };
  if (watch.hit() === 'still') return { kind: 'idle', ms: options.streamIdleMs };
  if (watch.hit() === 'overdue') return { kind: 'overdue', ms: options.streamLifetimeMs };
  return cause === undefined ? undefined : dialect.failure(cause, answer.begun());
}
