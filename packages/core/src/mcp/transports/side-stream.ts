/**
 * The optional GET stream of a Streamable HTTP session, for what the server says unasked. Its end never ends the session
 * and never hurries: it is reopened with growing pauses, and left alone where the server does not offer it.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Clock } from '../../shared/clock.js';
import { resumableMessages, type ResumePolicy } from './event-stream.js';
import { resumeInit } from './http-exchange.js';
import type { Fetch } from './patient-fetch.js';
import { isJsonRpcMessage, isResponse, sdkShaped } from './watch-reach.js';

const REOPEN: ResumePolicy = {
  withoutId: true,
  tries: 12,
  delayMs: (attempt, serverRetryMs) => Math.max(serverRetryMs ?? 0, Math.min(1_000 * 2 ** attempt, 60_000)),
};

export interface SideStreamOptions {
  readonly base: Fetch;
  readonly clock: Clock;
  /** The stream can't be had any more: worth asking whether the session still lives. */
  readonly onTrouble: (cause: unknown) => void;
  /** A reply came this way. Returns false when nothing waits for it. */
  readonly onReply: (message: JSONRPCMessage) => boolean;
}

/** A fetch for the SDK's GET: its body goes on over every reopening and ends only with the transport. */
export function createSideStream({ base, clock, onTrouble, onReply }: SideStreamOptions): Fetch {
  return async (url, init) => {
    const first = await base(url, init);
    if (!first.ok || first.body === null) return first;

    async function* messages(): AsyncGenerator<string> {
      const stream = resumableMessages({
        first,
        clock,
        policy: REOPEN,
        signal: init?.signal ?? undefined,
        isDone: () => false,
        reopen: (lastEventId) => base(url, resumeInit(init, lastEventId)),
      });
      let step = await stream.next();
      for (; step.done !== true; step = await stream.next()) {
        const text = forSdk(step.value, onReply);
        if (text !== undefined) yield text;
      }
      if (init?.signal?.aborted) return;
      onTrouble(step.value);
      await aborted(init?.signal);
    }
    const body = ReadableStream.from(messages()).pipeThrough(new TextEncoderStream());
    return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });
  };
}

function forSdk(data: string, onReply: (message: JSONRPCMessage) => boolean): string | undefined {
  try {
    const message: unknown = JSON.parse(data);
    if (!isJsonRpcMessage(message) || (isResponse(message) && !onReply(message))) return undefined;
    return `data: ${JSON.stringify(sdkShaped(message))}\n\n`;
  } catch {
    return undefined;
  }
}

const aborted = (signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal == null || signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
