import { describe, expect, it } from 'vitest';
import { judge } from './judge.js';
import { labRuns, type LabRun } from './lab-runs.js';
import type { Observation } from './observation.js';

const runOf = (id: string): LabRun => {
  const found = labRuns('own').find((run) => run.id === id);
  if (found === undefined) throw new Error(`no run ${id}`);
  return found;
};

const UNSAFE = runOf('unsafe/missing/stdio/direct/core');
const UNSAFE_QWEN = runOf('unsafe/missing/stdio/callable/qwen');

/** What `unsafe/missing` has to look like. */
const good: Observation = {
  trouble: undefined,
  calls: 1,
  callsAtEnd: 1,
  sameArguments: true,
  ownIds: true,
  progressTokens: 'all',
  state: 'committed_once',
  handshakes: 1,
  processes: 2,
  client: 'unknown',
  waitedForReconnect: false,
  leaks: [],
  lookup: 'agrees',
  retry: 'blocked',
  recordId: 'mo_0123456789abcdef',
  recordNamed: true,
  callsWhenRecorded: 0,
  leftBehind: 0,
  user: undefined,
};
const goodInQwen: Observation = {
  ...good,
  progressTokens: 'none',
  user: { exitCode: 0, sawAnswer: true, wasWarned: true },
};

/** A call whose outcome is known is no record of an unknown one, and nothing is held back. */
const known: Partial<Observation> = {
  retry: 'not_tried',
  recordId: undefined,
  recordNamed: false,
  callsWhenRecorded: undefined,
};

describe('passes, with what was seen as the reason', () => {
  it.each<[string, Partial<Observation>, string]>([
    [
      'unsafe/missing/stdio/direct/core',
      {},
      'The server counted 1 call and its store shows one effect; the client was told that the outcome is unknown, before it reconnected; an identical call was then refused.',
    ],
    [
      'safe/read-only/http/direct/core',
      { ...known, calls: 2, callsAtEnd: 2, state: 'unchanged', client: 'success' },
      'The server counted 2 calls and its store shows no effect, as a read should; the client was told the result.',
    ],
    [
      'limit/four-sends/stdio/direct/core',
      { ...known, calls: 4, callsAtEnd: 4, client: 'connection_lost' },
      'The server counted 4 calls and its store shows one effect; the client was told that the connection was lost and repeating it is declared safe.',
    ],
    [
      'unsafe/never-trusted-workspace/stdio/direct/core',
      {
        ...known,
        calls: 0,
        callsAtEnd: 0,
        state: 'not_committed',
        client: 'unavailable',
        handshakes: 0,
        progressTokens: 'none',
        lookup: 'not_asked',
      },
      'The server counted 0 calls and its store shows no effect; the client was told that the tool is not available.',
    ],
  ])('%s', (id, change, reason) => {
    expect(judge(runOf(id), { ...good, ...change }, 'own')).toEqual({ verdict: 'pass', reason });
  });
});

describe('fails for each single thing that is not as it must be', () => {
  it.each<[string, Partial<Observation>, string]>([
    ['sent again', { calls: 2, callsAtEnd: 2 }, 'The server counted 2 calls, exactly 1 allowed.'],
    ['not sent', { calls: 0, callsAtEnd: 0 }, 'The server counted 0 calls, exactly 1 allowed.'],
    ['sent later', { callsAtEnd: 2 }, '1 call more arrived after the client had been told.'],
    ['two effects', { state: 'committed_2_times' }, 'The store shows 2 effects, expected one effect.'],
    ['no effect', { state: 'not_committed' }, 'The store shows no effect, expected one effect.'],
    ['other arguments', { sameArguments: false }, 'A replay carried other arguments than the first call.'],
    ['an old id', { ownIds: false }, 'A replay reused the request id of the first call.'],
    [
      'called a success',
      { client: 'success' },
      'The client was told the result, expected that the outcome is unknown.',
    ],
    ['strange words', { client: 'other' }, 'The client was told something else, expected that the outcome is unknown.'],
    ['leaks', { leaks: ['stderr held an argument value'] }, 'Stderr held an argument value.'],
    [
      'the wrong path',
      { progressTokens: 'none' },
      'The calls carried none progress tokens, which is not the direct path.',
    ],
    ['told late', { waitedForReconnect: true }, 'The client reconnected before it told that the outcome is unknown.'],
    ['not repaired', { lookup: 'failed' }, 'A look-up afterwards was not answered: the connection was not repaired.'],
    [
      'a store that differs',
      { lookup: 'disagrees' },
      'A look-up afterwards said something else than the server’s ledger.',
    ],
    ['orphans', { leftBehind: 2 }, '2 server processes were left behind.'],
    [
      'repeated by the model',
      { retry: 'sent' },
      'An identical call was sent again while the outcome of the first is unknown.',
    ],
    [
      'neither sent nor refused',
      { retry: 'failed' },
      'An identical call was not refused as one whose outcome is unknown.',
    ],
    ['not tried', { retry: 'not_tried' }, 'An identical call was not tried.'],
    ['off the record', { recordId: undefined }, 'The journal holds no record of the unknown outcome.'],
    ['a record nobody is told of', { recordNamed: false }, 'The id of the record was not told beside the text.'],
    ['sent before the record', { callsWhenRecorded: 1 }, 'The call was sent before it was on record.'],
    ['trouble', { trouble: 'the run did not end within 20 s' }, 'The run did not end within 20 s.'],
  ])('%s', (_name, change, reason) => {
    expect(judge(UNSAFE, { ...good, ...change }, 'own')).toEqual({ verdict: 'fail', reason });
  });

  it.each<[string, Partial<NonNullable<Observation['user']>>, string]>([
    ['exit code', { exitCode: 1 }, 'Qwen ended with exit code 1.'],
    ['a signal', { exitCode: undefined }, 'Qwen ended with exit code none (a signal).'],
    ['stdout', { sawAnswer: false }, 'Stdout held something else than the model’s answer.'],
    ['no warning', { wasWarned: false }, 'Stderr did not tell the user that the outcome is unknown.'],
  ])('what the user of a spawned qwen sees: %s', (_name, change, reason) => {
    const user = { exitCode: 0, sawAnswer: true, wasWarned: true, ...change };
    expect(judge(UNSAFE_QWEN, { ...goodInQwen, user }, 'own')).toEqual({ verdict: 'fail', reason });
  });

  it('names all that is wrong', () => {
    expect(judge(UNSAFE, { ...good, calls: 2, callsAtEnd: 2, state: 'committed_2_times' }, 'own').reason).toBe(
      'The server counted 2 calls, exactly 1 allowed; the store shows 2 effects, expected one effect.',
    );
  });

  it('a connection that an answer should have left alone', () => {
    const seen: Observation = { ...good, ...known, client: 'tool_error', handshakes: 2 };
    expect(judge(runOf('answered/is-error/stdio/direct/core'), seen, 'own')).toEqual({
      verdict: 'fail',
      reason: 'The server was connected to 2 times, expected 1.',
    });
  });

  it('a record of an outcome that is known', () => {
    const seen: Observation = { ...good, ...known, recordId: 'mo_0123456789abcdef', client: 'tool_error' };
    expect(judge(runOf('answered/is-error/stdio/direct/core'), seen, 'own').reason).toBe(
      'The journal calls an outcome unknown that is not.',
    );
  });

  it('a stopped qwen that did not end as one', () => {
    const run = runOf('abort/in-flight/stdio/direct/qwen');
    const stopped: Observation = { ...good, client: 'cancelled', lookup: 'not_asked', retry: 'not_tried' };
    const user = { exitCode: 130, sawAnswer: false, wasWarned: true };
    expect(judge(run, { ...stopped, user }, 'own').verdict).toBe('pass');
    expect(judge(run, { ...stopped, user: { ...user, exitCode: 0 } }, 'own').verdict).toBe('fail');
    expect(judge(run, { ...stopped, user: { ...user, wasWarned: false } }, 'own').verdict).toBe('fail');
  });
});

describe('another binary', () => {
  const other = (run: LabRun, change: Partial<Observation>) => judge(run, { ...goodInQwen, ...change }, 'other');

  it('answers for its counts, and for what it says of an unknown outcome', () => {
    const own: Partial<Observation> = {
      ...known,
      progressTokens: 'mixed',
      lookup: 'not_asked',
      handshakes: 5,
      user: { exitCode: 1, sawAnswer: false, wasWarned: false },
    };
    expect(other(UNSAFE_QWEN, own)).toEqual({
      verdict: 'pass',
      reason:
        'The server counted 1 call and its store shows one effect; the client was told that the outcome is unknown.',
    });
    expect(other(UNSAFE_QWEN, { ...own, calls: 2, callsAtEnd: 2 }).verdict).toBe('fail');
    expect(other(UNSAFE_QWEN, { ...own, client: 'other' }).verdict).toBe('fail');
    expect(other(UNSAFE_QWEN, { ...own, leaks: ['the model was given an argument value'] }).verdict).toBe('fail');
  });

  it('words everything else as it likes', () => {
    const run = runOf('limit/four-sends/stdio/direct/qwen');
    expect(
      other(run, {
        ...known,
        calls: 4,
        callsAtEnd: 4,
        client: 'other',
        leaks: ['the model was given words of the transport'],
      }),
    ).toEqual({
      verdict: 'pass',
      reason: 'The server counted 4 calls and its store shows one effect.',
    });
  });
});
