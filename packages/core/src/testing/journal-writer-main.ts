/**
 * A process that makes calls on record, for tests of the outcome journal with real processes: DIR KEY CALLS LEDGER, and
 * optionally the step to die at (kill -9 of itself) and in which call. Each call is one line in the ledger between its
 * intent and its end, as a server would keep it.
 */
import { appendFileSync } from 'node:fs';
import { createOutcomeJournal } from '../mcp/journal/create-journal.js';
import { systemClock } from '../shared/clock.js';

const [dir = '', keyFile = '', calls = '1', ledger = '', dieAt = '', dieIn = '0'] = process.argv.slice(2);

const journal = createOutcomeJournal({
  dir,
  keyFile,
  workspace: '/work',
  session: null,
  version: 'test',
  clock: systemClock,
});

const step = (name: string, call: number): void => {
  if (dieAt === name && Number(dieIn) === call) process.kill(process.pid, 'SIGKILL');
};

for (let call = 0; call < Number(calls); call += 1) {
  const callId = `${process.pid}-${call}`;
  step('before-intent', call);
  const intended = journal.intend({
    callId,
    server: 'bank',
    tool: 'pay',
    epoch: 1,
    transport: 'stdio',
    target: 'bank',
    attempt: 1,
    hints: undefined,
    trust: { server: true, workspace: true },
    args: { call, secret: 'value-that-must-not-be-written', text: 'x'.repeat(call % 700) },
    idempotencyKey: callId,
    retryOf: undefined,
  });
  step('during-intent', call);
  const id = await intended;
  step('after-intent', call);
  appendFileSync(ledger, `${callId}\n`);
  step('after-send', call);
  const settled = journal.settle(id, { result: 'answered', reach: null, attempts: 1 });
  step('during-settle', call);
  await settled;
  step('after-settle', call);
}
await journal.close();
