import { describe, expect, it } from 'vitest';
import type { CallJournal, IntendedCall } from '../../mcp/journal/port.js';
import type { Settlement } from '../../mcp/journal/settlement.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { QwenError } from '../../shared/qwen-error.js';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createScriptedServer, type ScriptedServerOptions, type ScriptedTool } from '../../testing/scripted-server.js';
import { TEXT_RESULT } from '../../testing/scripted-transport.js';
import { acceptsArguments } from './accepts-arguments.js';
import { startCallStop } from './call-stop.js';
import { callWithReplay, type CallOutcome, type CallReport } from './call-with-replay.js';
import type { Call } from './deliver.js';
import { targetsOfLink } from './target.js';

const args = { amount: 3, note: 'a secret' };
const idempotent: ScriptedTool = { name: 'pay', annotations: { idempotentHint: true } };
const readOnly: ScriptedTool = { name: 'pay', annotations: { readOnlyHint: true } };
const bare: ScriptedTool = { name: 'pay' };

const answered: CallOutcome = { kind: 'answered', reply: { kind: 'result', result: TEXT_RESULT } };
const gateShut = (...gates: string[]): CallReport =>
  ({ outcome: { kind: 'unknown', why: 'gate-shut', gates } }) as CallReport;

const epochs = (...tools: readonly ScriptedTool[]): ScriptedTool[][] => tools.map((tool) => [tool]);

/** Something that happens once, and can be waited for. */
function signalOnce() {
  let fire = (): void => {};
  const fired = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return { fired, fire: () => fire() };
}

/** Lets what was put on the wire in memory arrive. */
const delivered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Run {
  readonly server: Partial<ScriptedServerOptions> & Pick<ScriptedServerOptions, 'epochs' | 'play'>;
  readonly journal?: CallJournal;
  readonly call?: Partial<Call>;
}

/** One call over a scripted server, with the means to cancel it and to move time on. */
function run({ server: options, journal, call = {} }: Run, useCallable: boolean) {
  const clock = createFakeClock();
  const user = new AbortController();
  const server = createScriptedServer({ ...options, link: { useCallable, ...options.link } });
  const { link } = server;
  const stop = startCallStop({ signal: user.signal, deadlineMs: link.callTimeoutMs, clock });
  const report = callWithReplay(
    {
      id: 'call_1',
      server: link.name,
      route: { transport: 'stdio', target: 'srv-command' },
      args,
      idempotencyKey: 'key-1',
      onProgress: () => {},
      ...call,
    },
    {
      source: targetsOfLink({ link, toolName: 'pay', clock }),
      stop,
      journal,
      debug: noDebugLog,
      trust: () => link.trust(),
      accepts: acceptsArguments,
    },
  ).finally(() => stop.end());
  return { server, report, clock, user };
}

describe.each([
  ['direct client', false],
  ['callable fallback', true],
])('over the %s', (_path, useCallable) => {
  const play = (server: Run['server'], journal?: CallJournal, call: Partial<Call> = {}) =>
    run({ server, call, ...(journal && { journal }) }, useCallable);

  describe('an answer is definite', () => {
    it('a result', async () => {
      const { report, server } = play({ epochs: epochs(bare), play: (call) => call.answer() });
      expect(await report).toEqual({ outcome: answered });
      expect(server.arrived.map(({ name, args: sent }) => ({ name, sent }))).toEqual([{ name: 'pay', sent: args }]);
    });

    it.each([404, -32000, -32001, -32602])('RB-04 JSON-RPC error %i, also for a safe tool', async (code) => {
      const { report, server } = play({
        epochs: epochs(idempotent),
        play: (call) => call.fail(code, 'Connection closed'),
      });
      expect(await report).toEqual({
        outcome: { kind: 'answered', reply: { kind: 'error', code, message: 'Connection closed' } },
      });
      expect([server.arrived.length, server.renewed]).toEqual([1, []]);
    });

    it.each([true, 'true'])('RB-10 isError %j, also for a safe tool', async (isError) => {
      const result = { content: [{ type: 'text', text: 'ECONNRESET' }], isError };
      const { report, server } = play({ epochs: epochs(idempotent), play: (call) => call.answer(result) });
      expect(await report).toEqual({ outcome: { kind: 'answered', reply: { kind: 'result', result } } });
      expect([server.arrived.length, server.renewed]).toEqual([1, []]);
    });

    it.each([[5], [null], ['text'], [[1]], [{}]])('a result of an odd shape: %j', async (result) => {
      const { report, server } = play({ epochs: epochs(idempotent), play: (call) => call.answer(result) });
      expect(await report).toEqual({ outcome: { kind: 'answered', reply: { kind: 'result', result } } });
      expect(server.renewed).toEqual([]);
    });

    it('a reply that is followed by death at once', async () => {
      const { report, server } = play({
        epochs: epochs(bare),
        play: (call) => {
          call.answer();
          call.loseConnection();
        },
      });
      expect(await report).toEqual({ outcome: answered });
      expect(server.renewed).toEqual([]);
    });
  });

  describe('lost with a gate shut: once, and neither reconnect nor discovery', () => {
    it.each<[string, ScriptedTool, ReturnType<NonNullable<ScriptedServerOptions['trust']>>, string[]]>([
      ['RB-21 RB-28 RB-40 no hints', bare, { server: true, workspace: true }, ['hints-present', 'declared-repeatable']],
      ['RB-25 server not trusted', idempotent, { server: false, workspace: true }, ['server-trust']],
      ['RB-26 workspace not trusted', idempotent, { server: true, workspace: false }, ['workspace-trust']],
      [
        'RB-23 contradictory',
        { name: 'pay', annotations: { readOnlyHint: true, destructiveHint: true } },
        { server: true, workspace: true },
        ['hints-agree'],
      ],
    ])('%s', async (_name, tool, trust, gates) => {
      const { report, server } = play({
        epochs: epochs(tool, tool),
        play: (call) => call.loseConnection(),
        trust: () => trust,
      });
      expect(await report).toEqual(gateShut(...gates));
      expect([server.arrived.length, server.renewed]).toEqual([1, []]);
    });

    it.each(['unsent', 'refused', 'unanswered'] as const)('whatever the reach: %s', async (reach) => {
      const { report, server } = play({
        epochs: epochs(bare, bare),
        play: (call) => call.loseExchange(new Error('x'), reach),
      });
      expect(await report).toEqual(gateShut('hints-present', 'declared-repeatable'));
      expect([server.arrived.length, server.renewed]).toEqual([1, []]);
    });

    it('RB-36 trust that comes while the call is out does not help', async () => {
      let trusted = false;
      const { report, server } = play({
        epochs: epochs(idempotent, idempotent),
        trust: () => ({ server: trusted, workspace: true }),
        play: (call) => {
          trusted = true;
          call.loseConnection();
        },
      });
      expect(await report).toEqual(gateShut('server-trust'));
      expect([server.arrived.length, server.renewed]).toEqual([1, []]);
    });

    it('trust that goes while the call is out shuts the gate', async () => {
      let trusted = true;
      const { report, server } = play({
        epochs: epochs(idempotent, idempotent),
        trust: () => ({ server: trusted, workspace: true }),
        play: (call) => {
          trusted = false;
          call.loseConnection();
        },
      });
      expect(await report).toEqual(gateShut('server-trust'));
      expect([server.arrived.length, server.renewed]).toEqual([1, []]);
    });
  });

  describe('lost with every gate open: the next epoch', () => {
    const dieThenAnswer: ScriptedServerOptions['play'] = (call) =>
      call.epoch === 1 ? call.loseConnection() : call.answer();

    it.each([
      ['idempotent', idempotent],
      ['read-only', readOnly],
    ])('RB-19 RB-20 RB-33 %s: one replay, same arguments', async (_name, tool) => {
      const { report, server } = play({ epochs: epochs(tool, tool), play: dieThenAnswer });
      expect(await report).toEqual({ outcome: answered });
      expect(server.arrived.map(({ epoch, name, args: sent }) => ({ epoch, name, sent }))).toEqual([
        { epoch: 1, name: 'pay', sent: args },
        { epoch: 2, name: 'pay', sent: args },
      ]);
      expect(server.renewed).toEqual([1]);
    });

    it('a replay over a connection that lives on has a fresh request id', async () => {
      const { report, server } = play({
        epochs: epochs(idempotent, idempotent),
        play: (call) => (call.nth === 0 ? call.loseExchange() : call.answer()),
      });
      expect(await report).toEqual({ outcome: answered });
      expect(server.arrived).toHaveLength(2);
    });

    it('B06 RB-38 a server that always dies gets it four times', async () => {
      const { report, server } = play({
        epochs: epochs(...Array.from({ length: 9 }, () => idempotent)),
        play: (call) => call.loseConnection(),
      });
      expect(await report).toEqual({ outcome: { kind: 'connection-lost', sends: 4 } });
      expect([server.arrived.length, server.renewed]).toEqual([4, [1, 2, 3]]);
    });

    it('a replay that never left is a replay all the same, but was not sent', async () => {
      const { report, server } = play({
        epochs: epochs(...Array.from({ length: 9 }, () => idempotent)),
        play: (call) => call.loseConnection(new Error('x'), call.epoch === 1 ? 'unanswered' : 'unsent'),
      });
      expect(await report).toEqual({ outcome: { kind: 'connection-lost', sends: 1 } });
      expect(server.renewed).toEqual([1, 2, 3]);
    });

    it('RB-37 a server that does not come back', async () => {
      const { report, server } = play({ epochs: [[idempotent], undefined], play: (call) => call.loseConnection() });
      expect(await report).toEqual({ outcome: { kind: 'connection-lost', sends: 1 } });
      expect(server.arrived).toHaveLength(1);
    });

    it('B43 a replay that ends in isError is not followed by another', async () => {
      const result = { content: [], isError: true };
      const { report, server } = play({
        epochs: epochs(idempotent, idempotent, idempotent),
        play: (call) => (call.epoch === 1 ? call.loseConnection() : call.answer(result)),
      });
      expect(await report).toEqual({ outcome: { kind: 'answered', reply: { kind: 'result', result } } });
      expect(server.arrived).toHaveLength(2);
    });
  });

  describe('the fresh tool is asked again', () => {
    const schema = { type: 'object', properties: { amount: { type: 'number' } } };
    it.each<[string, ScriptedTool[], CallReport]>([
      ['B03 RB-34 its hints are gone', [bare], gateShut('hints-present', 'declared-repeatable')],
      [
        'RB-35 its hints contradict each other now',
        [{ name: 'pay', annotations: { readOnlyHint: true, idempotentHint: false } }],
        gateShut('hints-agree'),
      ],
      [
        'a hint of a wrong type discards them all',
        [{ name: 'pay', annotations: { idempotentHint: 'true' } }],
        gateShut('hints-present', 'declared-repeatable'),
      ],
      [
        'B62 it is gone',
        [{ ...idempotent, name: 'refund' }],
        { outcome: { kind: 'unknown', why: 'tool-gone', gates: [] } },
      ],
      [
        'its name is spelled otherwise',
        [{ ...idempotent, name: 'Pay' }],
        { outcome: { kind: 'unknown', why: 'tool-gone', gates: [] } },
      ],
      [
        'its schema no longer takes the arguments',
        [{ ...idempotent, inputSchema: { ...schema, required: ['currency'] } }],
        { outcome: { kind: 'unknown', why: 'schema-changed', gates: [] } },
      ],
      ['its schema changed and takes them still', [{ ...idempotent, inputSchema: schema }], { outcome: answered }],
      ['it is another safe kind now', [readOnly], { outcome: answered }],
    ])('%s', async (_name, second, expected) => {
      const { report, server } = play({
        epochs: [[idempotent], second],
        play: (call) => (call.epoch === 1 ? call.loseConnection() : call.answer()),
      });
      expect(await report).toEqual(expected);
      expect(server.arrived).toHaveLength(expected.outcome.kind === 'answered' ? 2 : 1);
    });

    it('RB-34 trust was taken away during the reconnect', async () => {
      let trusted = true;
      const { report, server } = play({
        epochs: epochs(idempotent, idempotent),
        play: (call) => call.loseConnection(),
        trust: () => ({ server: true, workspace: trusted }),
        beforeRenew: async () => {
          trusted = false;
        },
      });
      expect(await report).toEqual(gateShut('workspace-trust'));
      expect(server.arrived).toHaveLength(1);
    });

    it('the third generation can still say no', async () => {
      const { report, server } = play({
        epochs: epochs(idempotent, idempotent, bare),
        play: (call) => call.loseConnection(),
      });
      expect(await report).toEqual(gateShut('hints-present', 'declared-repeatable'));
      expect([server.arrived.length, server.renewed]).toEqual([2, [1, 2]]);
    });
  });

  describe('the user and the clocks', () => {
    it('RB-14 a call that is cancelled before it starts is not sent', async () => {
      const { report, server, user } = play({ epochs: epochs(idempotent), play: (call) => call.answer() });
      user.abort();
      expect(await report).toEqual({ outcome: { kind: 'cancelled', sent: false } });
      expect(server.arrived).toEqual([]);
    });

    it('B25 RB-11 RB-45 cancelled while it is out: told to the server, not repeated', async () => {
      const seen = signalOnce();
      const { report, server, user } = play({ epochs: epochs(idempotent, idempotent), play: () => seen.fire() });
      await seen.fired;
      user.abort();
      expect(await report).toEqual({ outcome: { kind: 'cancelled', sent: true } });
      await delivered();
      expect(server.cancelled).toEqual([`1:${String(server.arrived[0]?.id)}`]);
      expect([server.arrived.length, server.renewed]).toEqual([1, []]);
    });

    it('cancelled during a replay: only the request that is out is taken back', async () => {
      const waits = [signalOnce(), signalOnce()];
      const { report, server, user } = play({
        epochs: epochs(idempotent, idempotent),
        play: (call) => {
          waits[call.nth]?.fire();
          if (call.nth === 0) call.loseExchange();
        },
      });
      await waits[1]!.fired;
      user.abort();
      expect(await report).toEqual({ outcome: { kind: 'cancelled', sent: true } });
      await delivered();
      expect(server.cancelled).toEqual([`2:${String(server.arrived[1]?.id)}`]);
    });

    it.each(['cancel first', 'death first'])('B25 RB-13 cancel and death in one moment, %s', async (order) => {
      const seen = signalOnce();
      const { report, server, user } = play({ epochs: epochs(idempotent, idempotent), play: () => seen.fire() });
      await seen.fired;
      if (order === 'cancel first') user.abort();
      server.die();
      user.abort();
      expect(await report).toEqual({ outcome: { kind: 'cancelled', sent: true } });
      expect([server.arrived.length, server.renewed]).toEqual([1, []]);
    });

    it('cancelled during the reconnect: not repeated', async () => {
      const renewing = signalOnce();
      const { report, server, user } = play({
        epochs: epochs(idempotent, idempotent),
        play: (call) => call.loseConnection(),
        beforeRenew: async (signal) => {
          renewing.fire();
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        },
      });
      await renewing.fired;
      user.abort();
      expect(await report).toEqual({ outcome: { kind: 'cancelled', sent: true } });
      expect(server.arrived).toHaveLength(1);
    });

    it.each([
      ['idempotent', idempotent, false],
      ['read-only', readOnly, true],
      ['bare', bare, false],
    ])('B27 no answer within the deadline, %s: not repeated', async (_name, tool, isReadOnly) => {
      const seen = signalOnce();
      const { report, server, clock } = play({
        epochs: epochs(tool, tool),
        play: () => seen.fire(),
        link: { callTimeoutMs: 5_000 },
      });
      await seen.fired;
      await clock.advance(5_000);
      expect(await report).toEqual({ outcome: { kind: 'timed-out', sent: true, readOnly: isReadOnly } });
      expect([server.arrived.length, server.renewed]).toEqual([1, []]);
      expect(server.cancelled).toHaveLength(1);
    });

    it('a late reply changes nothing', async () => {
      const seen = signalOnce();
      const { report, server, clock } = play({
        epochs: epochs(bare),
        play: () => seen.fire(),
        link: { callTimeoutMs: 5_000 },
      });
      await seen.fired;
      await clock.advance(5_000);
      server.arrived[0]?.answer();
      expect(await report).toEqual({ outcome: { kind: 'timed-out', sent: true, readOnly: false } });
    });

    it('the deadline is one for all attempts and the reconnects between them', async () => {
      const waits = [signalOnce(), signalOnce()];
      const { report, server, clock } = play({
        epochs: epochs(idempotent, idempotent, idempotent),
        play: (call) => waits[call.nth]?.fire(),
        link: { callTimeoutMs: 5_000 },
      });
      await waits[0]!.fired;
      await clock.advance(3_000);
      server.arrived[0]?.loseConnection();
      await waits[1]!.fired;
      await clock.advance(1_999);
      expect(server.arrived).toHaveLength(2);
      await clock.advance(1);
      expect(await report).toEqual({ outcome: { kind: 'timed-out', sent: true, readOnly: false } });
    });

    it('the deadline passes during the reconnect', async () => {
      const renewing = signalOnce();
      const { report, clock } = play({
        epochs: epochs(readOnly, readOnly),
        play: (call) => call.loseConnection(),
        link: { callTimeoutMs: 5_000 },
        beforeRenew: async (signal) => {
          renewing.fire();
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        },
      });
      await renewing.fired;
      await clock.advance(5_000);
      expect(await report).toEqual({ outcome: { kind: 'timed-out', sent: true, readOnly: true } });
    });
  });

  describe('the first delivery', () => {
    it('B10 a server known to be down is waited for; then it is no replay and needs no gate', async () => {
      const { report, server } = play({ epochs: epochs(bare), play: (call) => call.answer() });
      expect(await report).toEqual({ outcome: answered });
      expect(server.renewed).toEqual([]);
    });

    it('B38 a server that can not be had: not sent', async () => {
      const { report, server } = play({ epochs: [undefined], play: (call) => call.answer() });
      expect(await report).toEqual({ outcome: { kind: 'not-sent', why: 'server-gone' } });
      expect(server.arrived).toEqual([]);
    });

    it('B38 a tool that this epoch does not offer: not sent', async () => {
      const { report, server } = play({ epochs: [[{ name: 'other' }]], play: (call) => call.answer() });
      expect(await report).toEqual({ outcome: { kind: 'not-sent', why: 'tool-gone' } });
      expect(server.arrived).toEqual([]);
    });
  });

  describe('the journal', () => {
    type Entry = ['intend', IntendedCall] | ['settle', string, Settlement] | ['record', IntendedCall, Settlement];
    const notebook = () => {
      const entries: Entry[] = [];
      const journal: CallJournal = {
        intend: async (attempt) => {
          entries.push(['intend', attempt]);
          return `rec_${entries.length}`;
        },
        settle: async (id, settlement) => void entries.push(['settle', id, settlement]),
        record: async (attempt, settlement) => {
          entries.push(['record', attempt, settlement]);
          return `rec_${entries.length}`;
        },
      };
      return { entries, journal };
    };
    const intended: IntendedCall = {
      callId: 'call_1',
      server: 'srv',
      tool: 'pay',
      epoch: 1,
      transport: 'stdio',
      target: 'srv-command',
      attempt: 1,
      hints: undefined,
      trust: { server: true, workspace: true },
      args,
      idempotencyKey: 'key-1',
      retryOf: undefined,
    };
    const lost: Settlement = { result: 'lost', reach: 'unanswered', attempts: 1 };

    it('has the intent before the first byte and the end after it', async () => {
      const { entries, journal } = notebook();
      const { report } = play(
        {
          epochs: epochs(bare),
          play: (call) => {
            expect(entries).toEqual([['intend', intended]]);
            call.loseConnection();
          },
        },
        journal,
      );
      expect(await report).toEqual({ ...gateShut('hints-present', 'declared-repeatable'), recordId: 'rec_1' });
      expect(entries).toEqual([
        ['intend', intended],
        ['settle', 'rec_1', lost],
      ]);
    });

    it('does not hear of a call that may be repeated', async () => {
      const { entries, journal } = notebook();
      const { report } = play({ epochs: epochs(idempotent), play: (call) => call.answer() }, journal);
      expect(await report).toEqual({ outcome: answered });
      expect(entries).toEqual([]);
    });

    it('hears at the end of a call that might have been repeated, and whose outcome is unknown', async () => {
      const { entries, journal } = notebook();
      const { report } = play(
        {
          epochs: epochs(idempotent, idempotent, bare),
          play: (call) => (call.nth === 0 ? call.loseConnection() : call.loseExchange(new Error('x'), 'unsent')),
        },
        journal,
      );
      expect(await report).toMatchObject({ outcome: { kind: 'unknown', why: 'gate-shut' }, recordId: 'rec_1' });
      expect(entries).toEqual([
        [
          'record',
          { ...intended, epoch: 2, attempt: 2, hints: { idempotentHint: true } },
          { result: 'lost', reach: 'unanswered', attempts: 2 },
        ],
      ]);
    });

    it.each<[string, ScriptedTool, 'cancel' | 'deadline', Settlement['result'] | undefined]>([
      ['idempotent, cancelled', idempotent, 'cancel', 'cancelled'],
      ['idempotent, timed out', idempotent, 'deadline', 'timed_out'],
      ['read-only, cancelled', readOnly, 'cancel', undefined],
      ['read-only, timed out', readOnly, 'deadline', undefined],
    ])('%s after it was sent: %s', async (_name, tool, end, result) => {
      const { entries, journal } = notebook();
      const arrived = signalOnce();
      const { report, user, clock } = play({ epochs: epochs(tool), play: arrived.fire }, journal);
      await arrived.fired;
      if (end === 'cancel') user.abort();
      else await clock.advance(60_000);
      expect(await report).toMatchObject(
        result === undefined ? { outcome: { readOnly: true } } : { recordId: 'rec_1' },
      );
      const record = { ...intended, hints: (tool.annotations ?? undefined) as IntendedCall['hints'] };
      expect(entries).toEqual(
        result === undefined ? [] : [['record', record, { result, reach: 'unanswered', attempts: 1 }]],
      );
    });

    it('that can not take an unknown outcome afterwards does not change it', async () => {
      const { journal } = notebook();
      const { report } = play(
        { epochs: epochs(idempotent, bare), play: (call) => call.loseConnection() },
        { ...journal, record: () => Promise.reject(new Error('disk')) },
      );
      expect(await report).toEqual(gateShut('hints-present', 'declared-repeatable'));
    });

    it('no intent, no call', async () => {
      const refusal = new QwenError('io', 'The disk is full.');
      const { journal } = notebook();
      const { report, server } = play(
        { epochs: epochs(bare), play: (call) => call.answer() },
        { ...journal, intend: () => Promise.reject(refusal) },
      );
      expect(await report).toEqual({ outcome: { kind: 'not-sent', why: refusal } });
      expect(server.arrived).toEqual([]);
    });

    it('does not hear of a call that was cancelled before it could leave', async () => {
      const { entries, journal } = notebook();
      const { report, user } = play({ epochs: epochs(bare), play: (call) => call.answer() }, journal);
      user.abort();
      expect(await report).toEqual({ outcome: { kind: 'cancelled', sent: false } });
      expect(entries).toEqual([]);
    });

    it('RB-14 a call that is cancelled while its intent is written is not sent', async () => {
      const { entries, journal } = notebook();
      const cancelling: CallJournal = {
        ...journal,
        intend: (attempt) => {
          user.abort();
          return journal.intend(attempt);
        },
      };
      const { report, server, user } = play({ epochs: epochs(bare), play: (call) => call.answer() }, cancelling);
      expect(await report).toEqual({ outcome: { kind: 'cancelled', sent: false }, recordId: 'rec_1' });
      expect(server.arrived).toEqual([]);
      expect(entries).toEqual([
        ['intend', intended],
        ['settle', 'rec_1', { result: 'cancelled', reach: 'unsent', attempts: 1 }],
      ]);
    });

    it('an end that can not be written does not change the outcome', async () => {
      const { journal } = notebook();
      const { report } = play(
        { epochs: epochs(bare), play: (call) => call.answer() },
        { ...journal, settle: () => Promise.reject(new Error('disk')) },
      );
      expect(await report).toEqual({ outcome: answered, recordId: 'rec_1' });
    });
  });

  describe('the idempotency key', () => {
    const sentWith = async (call: Partial<Call>, tool: ScriptedTool = idempotent) => {
      const { report, server } = play(
        {
          epochs: epochs(tool, tool, tool),
          play: (arrived) => (arrived.nth < 2 ? arrived.loseConnection() : arrived.answer()),
        },
        undefined,
        call,
      );
      await report;
      return server.arrived.map(({ args: sent, meta }) => ({ sent, key: meta?.['app/key'] }));
    };

    it('is not sent by default', async () => {
      expect(await sentWith({})).toEqual(Array(3).fill({ sent: args, key: undefined }));
    });

    it('is the same in every replay, as an argument', async () => {
      const keyRule = { rule: { argument: 'request_id' }, exact: true };
      expect(await sentWith({ keyRule })).toEqual(
        Array(3).fill({ sent: { ...args, request_id: 'key-1' }, key: undefined }),
      );
    });

    it('is the same in every replay, as _meta', async () => {
      const keyRule = { rule: { meta: 'app/key' }, exact: true };
      expect(await sentWith({ keyRule })).toEqual(Array(3).fill({ sent: args, key: 'key-1' }));
    });

    it('never takes the place of an argument of the model', async () => {
      const own = { ...args, request_id: 'mine' };
      const keyRule = { rule: { argument: 'request_id' }, exact: true };
      expect(await sentWith({ keyRule, args: own })).toEqual(Array(3).fill({ sent: own, key: undefined }));
    });

    it('counts as an argument when a later epoch has another schema', async () => {
      const { report, server } = play(
        {
          epochs: epochs(
            { ...idempotent, inputSchema: { type: 'object' } },
            {
              ...idempotent,
              inputSchema: { type: 'object', properties: { amount: {}, note: {} }, additionalProperties: false },
            },
          ),
          play: (call) => call.loseConnection(),
        },
        undefined,
        { keyRule: { rule: { argument: 'request_id' }, exact: true } },
      );
      expect(await report).toEqual({ outcome: { kind: 'unknown', why: 'schema-changed', gates: [] } });
      expect(server.arrived).toHaveLength(1);
    });
  });

  describe('an identical call is unknown, and this one may leave as a read alone', () => {
    const onlyAsRead = 'mo_1';

    it('leaves while the tool is read-only', async () => {
      const { report } = play({ epochs: epochs(readOnly), play: (call) => call.answer() }, undefined, { onlyAsRead });
      expect(await report).toEqual({ outcome: answered });
    });

    it.each<[string, ScriptedTool]>([
      ['idempotent', idempotent],
      ['silent', bare],
      ['contradictory', { name: 'pay', annotations: { readOnlyHint: true, destructiveHint: true } }],
    ])('is held back when this epoch says otherwise: %s', async (_name, tool) => {
      const { report, server } = play({ epochs: epochs(tool), play: (call) => call.answer() }, undefined, {
        onlyAsRead,
      });
      expect(await report).toEqual({ outcome: { kind: 'frozen', recordId: 'mo_1' } });
      expect(server.arrived).toEqual([]);
    });
  });
});
