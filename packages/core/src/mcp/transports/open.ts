/** A transport for a plan. Nothing is started or sent yet: the SDK's `Client.connect` calls `start`. */
import type { Clock } from '../../shared/clock.js';
import type { DebugLog } from '../../shared/debug-log.js';
import type { TransportPlan } from '../server-config.js';
import type { WatchedTransport } from './types.js';

export interface OpenOptions {
  /** The environment that a stdio server inherits. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly debug: DebugLog;
}

export async function openTransport(plan: TransportPlan, options: OpenOptions): Promise<WatchedTransport> {
  switch (plan.kind) {
    case 'stdio':
      return (await import('./stdio.js')).createStdioTransport({ ...options, plan });
    case 'http':
      return (await import('./http.js')).createHttpTransport({ ...options, plan });
    case 'sse':
      return (await import('./sse.js')).createSseTransport({ ...options, plan });
  }
}
