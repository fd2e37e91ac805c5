/**
 * One attempt over the SDK's client, with a progress token.
 *
 * It uses `request`, not `callTool`: a result that does not match the tool's output schema was committed all the same
 * and must not be turned into a failure. Our own clocks decide; the SDK's timer is put beyond them. When they or the
 * caller stop the request, the SDK tells the server (`notifications/cancelled`), settles, and ignores a late reply.
 */
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { LiveServer } from '../../mcp/types.js';
import type { Clock } from '../../shared/clock.js';
import { outcomeByWatch, type Attempt } from './attempt.js';
import { MAX_TIMER_MS } from './call-stop.js';
import { startIdleClock } from './idle-clock.js';

export interface DirectAttemptOptions {
  readonly live: LiveServer;
  readonly toolName: string;
  readonly idleTimeoutMs: number | undefined;
  readonly clock: Clock;
}

export function directAttempt({ live, toolName, idleTimeoutMs, clock }: DirectAttemptOptions): Attempt {
  return async ({ args, meta, stop, onProgress }) => {
    const watch = live.watchAttempt();
    const idle = startIdleClock(idleTimeoutMs, clock, () => stop.stop('idle'));
    const onprogress: typeof onProgress = (progress) => {
      idle.heard();
      onProgress(progress);
    };
    const request = {
      method: 'tools/call',
      params: { name: toolName, arguments: args, ...(meta !== undefined && { _meta: { ...meta } }) },
    } as const;
    let error: unknown;
    try {
      await watch.runNow(() =>
        live.client.request(request, ResultSchema, { signal: stop.signal, timeout: MAX_TIMER_MS, onprogress }),
      );
    } catch (thrown) {
      error = thrown;
    } finally {
      idle.end();
    }
    return outcomeByWatch(watch, stop.reason, error);
  };
}
