/**
 * Server-sent events as values, and a stream of them that resumes by `Last-Event-ID` (MCP specification, Streamable HTTP,
 * resumability). Resuming asks for the same answer again; it never sends a request a second time.
 */
import { createParser } from 'eventsource-parser';
import type { Clock } from '../../shared/clock.js';

export interface ServerEvent {
  readonly id: string | undefined;
  readonly data: string;
}

export interface ReadEventsOptions {
  readonly onRetry?: (ms: number) => void;
}

/** The events of one response body, in order. Throws what the body throws. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { onRetry }: ReadEventsOptions = {},
): AsyncGenerator<ServerEvent> {
  let ready: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, data, event }) => {
      const isMessage = event === undefined || event === 'message';
      ready.push({ id, data: isMessage ? data : '' });
    },
    ...(onRetry === undefined ? {} : { onRetry }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    const events = ready;
    ready = [];
    yield* events;
  }
}

export interface ResumeOptions {
  readonly first: Response;
  /** Asks for what came after this event. Throws when the network fails. */
  readonly reopen: (lastEventId: string | undefined) => Promise<Response>;
  /** True once nothing more is wanted of the stream. */
  readonly isDone: () => boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** What may follow an ended stream. */
  readonly policy: ResumePolicy;
}

export interface ResumePolicy {
  /** False: a stream that gave no event id can't be resumed. */
  readonly withoutId: boolean;
  /** How many times in a row reopening may bring no event. */
  readonly tries: number;
  readonly delayMs: (attempt: number, serverRetryMs: number | undefined) => number;
}

/** The data of each message event, over as many responses as it takes. Returns why it ended, for the debug log. */
export async function* resumableMessages(options: ResumeOptions): AsyncGenerator<string, unknown> {
  const { isDone, clock, signal, policy } = options;
  let response: Response | undefined = options.first;
  let lastEventId: string | undefined;
  let retryMs: number | undefined;
  let cause: unknown = new Error('the event stream ended');
  for (let barren = 0; barren <= policy.tries; barren += 1) {
    try {
      response ??= await options.reopen(lastEventId);
      if (!response.ok) return new Error(`resuming the event stream was answered HTTP ${response.status}`);
      if (response.body === null) return cause;
      for await (const event of readEvents(response.body, { onRetry: (ms) => (retryMs = ms) })) {
        barren = 0;
        lastEventId = event.id ?? lastEventId;
        if (event.data !== '') yield event.data;
      }
    } catch (error) {
      cause = error;
    }
    response = undefined;
    if (isDone() || signal?.aborted || (lastEventId === undefined && !policy.withoutId)) return cause;
    try {
      await clock.sleep(policy.delayMs(barren, retryMs), signal);
    } catch {
      return cause;
    }
  }
  return cause;
}
