/**
 * Random fault schedules over the loop, both adapters, the SDK's client and a scripted transport. What must hold in every
 * one of them: never more than one invocation when a gate was shut at the time, never more than four, never two in
 * flight for one call, always the same arguments, nothing unsafe and nothing unknown without a record, and it always
 * settles.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { noDebugLog } from '../../shared/debug-log.js';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createScriptedServer, type ArrivedCall, type ScriptedTool } from '../../testing/scripted-server.js';
import { QwenError } from '../../shared/qwen-error.js';
import { acceptsArguments } from './accepts-arguments.js';
import { isUnknownEnd } from './call-record.js';
import { startCallStop } from './call-stop.js';
import { callWithReplay, MAX_REPLAYS, type CallOutcome } from './call-with-replay.js';
import { targetsOfLink } from './target.js';

type Fault = (typeof FAULTS)[number];
const FAULTS = [
  'answer',
  'error',
  'is-error',
  'lose-connection',
  'lose-exchange',
  'lose-unsent',
  'refuse',
  'progress-then-lose',
  'answer-then-die',
  'hang',
] as const;
const LOSSES: ReadonlySet<Fault> = new Set([
  'lose-connection',
  'lose-exchange',
  'lose-unsent',
  'refuse',
  'progress-then-lose',
]);

/** Safe by the table of docs/design/mcp-safe-replay.md, and not; weighed towards the safe, where replays happen. */
const SAFE_HINTS: readonly unknown[] = [
  { idempotentHint: true },
  { readOnlyHint: true },
  { idempotentHint: true, destructiveHint: true },
  { readOnlyHint: false, idempotentHint: true },
  { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
];
const UNSAFE_HINTS: readonly unknown[] = [
  undefined,
  {},
  { idempotentHint: false },
  { destructiveHint: true },
  { idempotentHint: 'true' },
  { readOnlyHint: true, destructiveHint: true },
  { readOnlyHint: true, idempotentHint: false },
  { readOnlyHint: true, destructiveHint: true, idempotentHint: true },
];

const ms = fc.integer({ min: 0, max: 400 });
const often = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: rare });

const epoch = often<{ hints: unknown; has: 'tool' | 'other-schema' | 'no-tool' | 'nothing' }>(
  fc.record({
    hints: often(fc.constantFrom(...SAFE_HINTS), fc.constantFrom(...UNSAFE_HINTS)),
    has: fc.constant('tool'),
  }),
  fc.record({
    hints: fc.constantFrom(...SAFE_HINTS),
    has: fc.constantFrom('other-schema', 'no-tool', 'nothing'),
  }),
);

const schedule = fc.record({
  useCallable: fc.boolean(),
  epochs: fc.array(epoch, { minLength: 1, maxLength: 7 }),
  faults: fc.array(
    fc.record({
      fault: often<Fault>(fc.constantFrom(...LOSSES), fc.constantFrom(...FAULTS)),
      afterMs: often(fc.constant(0), ms),
    }),
    { minLength: 8, maxLength: 8 },
  ),
  renewMs: fc.array(often(fc.constant(0), ms), { minLength: 4, maxLength: 4 }),
  /** Moments at which one of the two trusts turns over. */
  serverTurns: often(fc.constant<number[]>([]), fc.array(ms, { maxLength: 3 })),
  workspaceTurns: often(fc.constant<number[]>([]), fc.array(ms, { maxLength: 3 })),
  abortAtMs: often(fc.constant<number | undefined>(undefined), ms),
  deadlineMs: often(fc.constant(5_000), ms),
  journalWorks: often(fc.constant(true), fc.constant(false)),
  idleMs: often(fc.constant<number | undefined>(undefined), ms),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

/** What the server saw of one invocation, judged without the gates' own code. */
interface Invocation {
  readonly call: ArrivedCall;
  readonly fault: Fault;
  readonly safeOnArrival: boolean;
  /** An intent was on record when it arrived. */
  readonly recorded: boolean;
  safeOnLoss?: boolean;
}

const args = { amount: 3, nested: { list: [1, 'two'] } };
const isSafe = (hints: unknown): boolean => SAFE_HINTS.includes(hints);

async function play(plan: Schedule) {
  const clock = createFakeClock();
  const user = new AbortController();
  const invocations: Invocation[] = [];
  let open = 0;
  let maxOpen = 0;
  const journal = createNotebook(plan.journalWorks);
  const trust = () => ({
    server: plan.serverTurns.filter((at) => at <= clock.now()).length % 2 === 0,
    workspace: plan.workspaceTurns.filter((at) => at <= clock.now()).length % 2 === 0,
  });
  const isSafeNow = (call: ArrivedCall): boolean =>
    trust().server && trust().workspace && isSafe(plan.epochs[call.epoch - 1]?.hints);

  const server = createScriptedServer({
    epochs: plan.epochs.map(({ hints, has }) => (has === 'nothing' ? undefined : [toolOf(hints, has)])),
    trust,
    link: { useCallable: plan.useCallable, callTimeoutMs: plan.deadlineMs, idleTimeoutMs: plan.idleMs },
    beforeRenew: (signal) => clock.sleep(plan.renewMs[server.renewed.length - 1] ?? 0, signal).catch(() => {}),
    play: (call) => {
      const { fault, afterMs } = plan.faults[call.nth] ?? { fault: 'answer' as const, afterMs: 0 };
      const recorded = journal.open.size > 0;
      const invocation: Invocation = { call, fault, safeOnArrival: isSafeNow(call), recorded };
      invocations.push(invocation);
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      void clock.sleep(afterMs).then(() => {
        if (fault !== 'hang') open -= 1;
        invocation.safeOnLoss = isSafeNow(call);
        act(call, fault);
      });
    },
  });

  if (plan.abortAtMs !== undefined) void clock.sleep(plan.abortAtMs).then(() => user.abort());
  const stop = startCallStop({ signal: user.signal, deadlineMs: plan.deadlineMs, clock });
  let outcome: CallOutcome | undefined;
  let recordId: string | undefined;
  void callWithReplay(
    {
      id: 'call_1',
      server: 'srv',
      route: { transport: 'stdio', target: 'srv' },
      args,
      idempotencyKey: 'key-1',
      onProgress: () => {},
    },
    {
      source: targetsOfLink({ link: server.link, toolName: 'pay', clock }),
      stop,
      journal,
      debug: noDebugLog,
      trust,
      accepts: acceptsArguments,
    },
  ).then((report) => {
    outcome = report.outcome;
    recordId = report.recordId;
    stop.end();
  });
  for (let step = 0; step < 80 && outcome === undefined; step += 1) await clock.advance(100);
  const settledWith = outcome;
  await clock.advance(10_000);
  return { invocations, outcome: settledWith, recordId, maxOpen, journal };
}

/** A journal in memory that can be out of order from the start. */
function createNotebook(works: boolean) {
  const open = new Set<string>();
  const closed = new Set<string>();
  const put = async (into: Set<string>): Promise<string> => {
    if (!works) throw new QwenError('io', 'The disk is full.');
    const id = `rec_${open.size + closed.size + 1}`;
    into.add(id);
    return id;
  };
  return {
    open,
    closed,
    intend: () => put(open),
    record: () => put(closed),
    settle: async (id: string) => {
      expect(open.delete(id), 'an end for each intent, once').toBe(true);
      closed.add(id);
    },
  };
}

function toolOf(annotations: unknown, has: 'tool' | 'other-schema' | 'no-tool'): ScriptedTool {
  const inputSchema = has === 'other-schema' ? { type: 'object', required: ['currency'] } : { type: 'object' };
  return { name: has === 'no-tool' ? 'refund' : 'pay', annotations, inputSchema };
}

function act(call: ArrivedCall, fault: Fault): void {
  switch (fault) {
    case 'answer':
      return call.answer();
    case 'error':
      return call.fail(-32000, 'Connection closed');
    case 'is-error':
      return call.answer({ content: [{ type: 'text', text: 'ECONNRESET' }], isError: true });
    case 'lose-connection':
      return call.loseConnection();
    case 'lose-exchange':
      return call.loseExchange();
    case 'lose-unsent':
      return call.loseConnection(new Error('x'), 'unsent');
    case 'refuse':
      return call.loseExchange(new Error('x'), 'refused');
    case 'progress-then-lose':
      if (call.progressToken !== undefined) call.progress(1, 2);
      return call.loseConnection();
    case 'answer-then-die':
      call.answer();
      return call.loseConnection();
    case 'hang':
      return;
  }
}

// What loads at the first call would load in real time, while the clock of these tests runs on.
beforeAll(async () => {
  await Promise.all([import('./direct-attempt.js'), import('./callable-attempt.js'), import('./callable-tool.js')]);
  await acceptsArguments({ before: {}, now: { type: 'object' } }, {});
});

it('holds for every schedule of faults', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(schedule, async (plan) => {
      const { invocations, outcome, recordId, maxOpen, journal } = await play(plan);
      seen.add(`${outcome?.kind} after ${invocations.length}`);

      expect(outcome, 'it settles').toBeDefined();
      expect(invocations.length, 'never more than four').toBeLessThanOrEqual(1 + MAX_REPLAYS);
      expect(maxOpen, 'never two in flight').toBeLessThanOrEqual(1);
      if (invocations.length > 1) {
        expect(invocations.map(({ safeOnArrival }) => safeOnArrival)).not.toContain(false);
        const followed = invocations.slice(0, -1);
        expect(
          followed.every(({ fault, safeOnLoss }) => LOSSES.has(fault) && safeOnLoss),
          'only a safe loss',
        ).toBe(true);
      }
      for (const { safeOnArrival, recorded } of invocations) {
        expect(recorded, 'on record unless it may be repeated').toBe(!safeOnArrival);
      }
      expect([journal.open.size, journal.closed.size <= 1], 'one record, and it has its end').toEqual([0, true]);
      if (outcome !== undefined && isUnknownEnd(outcome) && plan.journalWorks) expect(recordId).toBe('rec_1');
      expect(invocations.map(({ call }) => call.args)).toEqual(invocations.map(() => args));
      const last = invocations.at(-1);
      if (outcome?.kind === 'answered') expect(LOSSES.has(last!.fault) || last!.fault === 'hang').toBe(false);
      if (outcome?.kind === 'unknown' || outcome?.kind === 'connection-lost')
        expect(LOSSES.has(last!.fault)).toBe(true);
    }),
    { numRuns: 400 },
  );
  // The schedules reach what they are meant to reach, so the rules above were put to the test.
  const reached = ['unknown after 1', 'unknown after 2', 'connection-lost after 1', 'connection-lost after 4'];
  expect([...seen]).toEqual(expect.arrayContaining(reached));
});
