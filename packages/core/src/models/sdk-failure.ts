/**
 * What an error of the `openai` or the `@anthropic-ai/sdk` package means: both are made by one generator and share their
 * classes. The packages and Node say it in classes and codes; no message is read for it.
 * Never shows anything: failure.ts does.
 */
import type { ModelFailure } from './failure.js';

/** The error classes of a package, handed in because the package loads late. */
export interface ErrorClasses {
  readonly APIError: abstract new (...args: never[]) => ApiErrorShape;
  readonly APIConnectionError: abstract new (...args: never[]) => Error & { readonly status: undefined };
  readonly APIConnectionTimeoutError: abstract new (...args: never[]) => Error;
}

interface ApiErrorShape extends Error {
  readonly status?: number | undefined;
  readonly code?: unknown;
  readonly type?: unknown;
  /** The API's own words, where the package keeps them apart from the whole body. */
  readonly apiMessage?: string | null;
  readonly headers?: { get(name: string): string | null } | undefined;
}

export interface FailureContext {
  readonly classes: ErrorClasses;
  readonly timeoutMs: number;
  readonly nowMs: number;
  /** Whether the answer had begun: a connection that breaks then breaks the answer. */
  readonly begun: boolean;
}

export function sdkFailure(error: unknown, { classes, timeoutMs, nowMs, begun }: FailureContext): ModelFailure {
  if (error instanceof classes.APIConnectionTimeoutError) return { kind: 'timeout', ms: timeoutMs };
  if (error instanceof classes.APIError && !(error instanceof classes.APIConnectionError)) {
    return {
      kind: 'api',
      status: error.status ?? numericCode(error.code),
      type: [error.type, error.code].find((value) => typeof value === 'string'),
      message: error.apiMessage ?? withoutStatus(error),
      retryAfterMs: retryAfterMs(error.headers, nowMs),
    };
  }
  if (error instanceof SyntaxError) return { kind: 'garbled' };
  return begun ? { kind: 'broken' } : { kind: 'connection', code: nodeCode(error) };
}

/** The package puts the status in front of the message; it is shown once. */
const withoutStatus = ({ status, message }: ApiErrorShape): string =>
  status !== undefined && message.startsWith(`${status} `) ? message.slice(`${status} `.length) : message;

/** Errors inside a stream carry their status as a code. */
function numericCode(code: unknown): number | undefined {
  const value = Number(code);
  return Number.isInteger(value) && value >= 400 && value < 600 ? value : undefined;
}

function retryAfterMs(headers: ApiErrorShape['headers'], nowMs: number): number | undefined {
  const ms = nonNegative(headers?.get('retry-after-ms'));
  if (ms !== undefined) return ms;
  const asked = headers?.get('retry-after');
  const seconds = nonNegative(asked);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(asked ?? '');
  return Number.isNaN(date) ? undefined : Math.max(date - nowMs, 0);
}

function nonNegative(text: string | null | undefined): number | undefined {
  const value = text?.trim() ? Number(text) : Number.NaN;
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

const DEEPEST_CAUSE = 6;

/** The first Node error code along the cause chain, also inside an AggregateError. */
export function nodeCode(error: unknown): string | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  return undefined;
}
