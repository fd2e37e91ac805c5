/**
 * What differs between the protocols, as the part that all of them share (streaming-model.ts) needs it: how a request is
 * written, sent and read, and what its errors mean. A dialect never sends anything twice and never shows anything.
 */
import type { ModelFailure } from './failure.js';
import type { ModelEvent, ModelRequest } from './types.js';

export type RequestBody = Readonly<Record<string, unknown>>;

export interface Dialect<Chunk = unknown> {
  body(request: Pick<ModelRequest, 'messages' | 'tools'>): RequestBody;
  /** Sends the request once; resolves when the answer begins. */
  open(body: RequestBody, signal: AbortSignal): Promise<AsyncIterable<Chunk>>;
  reader(): AnswerReader<Chunk>;
  /** `begun`: part of the answer had come, so that a broken connection has broken the answer. */
  failure(error: unknown, begun: boolean): ModelFailure;
}

export type AnswerEnd =
  | { readonly kind: 'complete'; readonly events: readonly ModelEvent[] }
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

/** Reads the chunks of one answer. A tool call is told at the end alone: a call of a broken answer must never run. */
export interface AnswerReader<Chunk = unknown> {
  read(chunk: Chunk): readonly ModelEvent[];
  /** Whether any part of an answer has come. */
  begun(): boolean;
  /** Whether the provider has said that the answer is complete; what breaks after that breaks nothing. */
  finished(): boolean;
  end(): AnswerEnd;
}
