/** What a Streamable HTTP canary holds in memory, and so loses by a restart. */
import type { Clock } from '../shared/clock.js';
import type { Canary } from './canary.js';
import type { Page } from './http-listen.js';

export interface HttpState {
  readonly canary: Canary;
  readonly clock: Clock;
  readonly sessions: Set<string>;
  /** Replies held for a GET with the event id they are kept under. */
  readonly kept: Map<string, string>;
}

/** The answer to a session that is not known. */
export const staleAnswer = ({ canary }: HttpState): Page => canary.plan.http?.stale ?? STALE;

const STALE: Page = {
  status: 404,
  type: 'application/json',
  body: '{"jsonrpc":"2.0","id":{{id}},"error":{"code":-32001,"message":"Session not found"}}',
};
