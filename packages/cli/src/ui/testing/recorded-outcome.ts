/** A call as the journal has it, for tests alone. */
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import type { IntentRecord } from '@qwen-code/qwen-code-core/mcp/journal/records.js';

export const ONLOOKER = {
  cwd: '/home/u/proj',
  session: 'session-1',
  nowMs: Date.parse('2026-08-03T16:03:14.512Z'),
};

export function recordedOutcome(
  more: Partial<Pick<Outcome, 'state' | 'settled' | 'reconciled'>> = {},
  intent: Partial<IntentRecord> = {},
): Outcome {
  const { id = 'mo_e858fd193559ac08', at = '2026-08-03T14:03:14.512Z' } = intent;
  return {
    id,
    at,
    intent: {
      v: 1,
      type: 'intent',
      id,
      at,
      session: ONLOOKER.session,
      workspace: ONLOOKER.cwd,
      server: 'bank',
      tool: 'pay',
      epoch: 1,
      transport: 'stdio',
      annotations: null,
      server_trusted: true,
      workspace_trusted: true,
      arguments_digest: 'hmac-sha256:00',
      target: 'node',
      call_id: 'call-1',
      idempotency_key: 'key-1',
      attempt: 1,
      retry_of: null,
      ...intent,
    },
    settled: { v: 1, type: 'settled', id, at, result: 'lost', reach: 'unanswered', attempts: 1 },
    reconciled: [],
    state: 'unknown',
    process: undefined,
    ...more,
  };
}
