/**
 * Keeps every model request and what came of it as a file of its own: the conversation in full, and no key (headers are not
 * kept). For looking at what a model was really asked. A file that can't be written costs the run nothing.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../shared/clock.js';
import type { DebugLog } from '../shared/debug-log.js';
import type { RequestBody } from './dialect.js';
import { failureText } from './failure.js';
import type { ModelChoice } from './registry.js';
import type { Failed } from './try-once.js';
import type { ModelEvent } from './types.js';

type Answer = AsyncGenerator<ModelEvent, Failed | undefined>;

/** Passes an answer on as it comes, and writes it down with its request when it is over. */
export type RequestLog = (choice: ModelChoice, body: RequestBody, answer: Answer) => Answer;

export interface RequestLogOptions {
  /** Made when the first request is over, for this user alone. */
  readonly dir: string;
  readonly clock: Clock;
  readonly debug: DebugLog;
}

export function createRequestLog({ dir, clock, debug }: RequestLogOptions): RequestLog {
  return async function* (choice, body, answer) {
    const timestamp = new Date(clock.now()).toISOString();
    const events: ModelEvent[] = [];
    let failed: Failed | undefined;
    try {
      let step = await answer.next();
      for (; step.done !== true; step = await answer.next()) {
        events.push(step.value);
        yield step.value;
      }
      return (failed = step.value);
    } finally {
      await answer.return(undefined);
      const { name: model, protocol, baseUrl } = choice;
      const failure = failed && failureText(failed.failure, choice);
      const { origin, pathname } = new URL(baseUrl);
      const entry = {
        timestamp,
        model,
        protocol,
        endpoint: origin + pathname,
        request: body,
        ...summary(events),
        failure,
      };
      const file = join(dir, `${protocol}-${timestamp.replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.json`);
      await writePrivately(file, entry).catch((error: unknown) =>
        debug('model', 'the request could not be logged', error),
      );
    }
  };
}

function summary(events: readonly ModelEvent[]): object {
  const joined = (type: 'text' | 'reasoning'): string =>
    events.map((event) => (event.type === type ? event.delta : '')).join('');
  const end = events.find((event) => event.type === 'finish');
  const toolCalls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
  const response = { text: joined('text'), reasoning: joined('reasoning'), toolCalls };
  return { response: { ...response, finishReason: end?.reason, usage: end?.usage } };
}

async function writePrivately(path: string, entry: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, `${JSON.stringify(entry, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
}
