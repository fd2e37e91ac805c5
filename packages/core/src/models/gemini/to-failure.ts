/** What an error of the `@google/genai` package means. Its API errors carry the API's JSON as their message. */
import type { ModelFailure } from '../failure.js';
import { nodeCode } from '../sdk-failure.js';

type ApiErrorClass = abstract new (...args: never[]) => Error & { readonly status: number };

interface WireError {
  readonly message?: unknown;
  readonly status?: unknown;
  readonly details?: unknown;
}

export function toFailure(error: unknown, ApiError: ApiErrorClass, begun: boolean): ModelFailure {
  if (error instanceof ApiError) {
    const wire = wireErrorIn(error.message);
    return {
      kind: 'api',
      status: error.status,
      type: typeof wire?.status === 'string' ? wire.status : undefined,
      message: typeof wire?.message === 'string' ? wire.message : error.message,
      retryAfterMs: askedDelayMs(wire?.details),
    };
  }
  if (error instanceof SyntaxError) return { kind: 'garbled' };
  return begun ? { kind: 'broken' } : { kind: 'connection', code: nodeCode(error) };
}

/** The message may hold the API's message as JSON once more. */
function wireErrorIn(message: string): WireError | undefined {
  const start = message.indexOf('{');
  if (start < 0) return undefined;
  try {
    const { error } = JSON.parse(message.slice(start)) as { error?: WireError };
    const inner = typeof error?.message === 'string' ? wireErrorIn(error.message) : undefined;
    return inner ?? error;
  } catch {
    return undefined;
  }
}

/** google.rpc.RetryInfo: `"retryDelay": "13s"`. */
function askedDelayMs(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  const delays = details.map(
    (detail: { retryDelay?: unknown } | null) => /^([\d.]+)s$/.exec(String(detail?.retryDelay))?.[1],
  );
  const seconds = Number(delays.find((delay) => delay !== undefined) ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.round(seconds * 1_000) : undefined;
}
