/** A call about to leave, for tests of the journal and of what stands on it. */
import type { IntendedCall } from '../mcp/journal/port.js';

export const intendedCall = (change: Partial<IntendedCall> = {}): IntendedCall => ({
  callId: 'call_1',
  server: 'bank',
  tool: 'pay',
  epoch: 1,
  transport: 'stdio',
  target: 'bank-server',
  attempt: 1,
  hints: undefined,
  trust: { server: true, workspace: true },
  args: { amount: 3, to: 'a-secret-name' },
  idempotencyKey: 'key-1',
  retryOf: undefined,
  ...change,
});
