/**
 * The verdict on one run. Pure: the case says what must be, the observation what was. A verdict always has a reason, a
 * good one as well: what was counted, and what was said of it.
 */
import { isUnknownEnd, type ClientResult, type ExternalState } from './lab-case.js';
import { looksUpAfterwards, triesAgain, type LabRun } from './lab-runs.js';
import type { ManualRetry, Observation } from './observation.js';

export interface Verdict {
  readonly verdict: 'pass' | 'fail';
  readonly reason: string;
}

/** `other`: the binary words its texts itself and may repair differently; the counts may not differ. */
export type Judged = 'own' | 'other';

type Check = (run: LabRun, seen: Observation) => string | undefined;

const times = (count: number): string => (count === 1 ? '1 call' : `${count} calls`);

const STATES: Readonly<Record<string, string>> = {
  not_committed: 'no effect',
  committed_once: 'one effect',
  unchanged: 'no effect, as a read should',
};
const effects = (state: ExternalState): string => STATES[state] ?? `${state.replaceAll(/\D/g, '')} effects`;

const RESULTS: Readonly<Record<ClientResult | 'other', string>> = {
  success: 'the result',
  unknown: 'that the outcome is unknown',
  connection_lost: 'that the connection was lost and repeating it is declared safe',
  timed_out: 'that no answer came in time and the outcome is unknown',
  timed_out_read: 'that no answer came in time and reading again is safe',
  cancelled: 'that it was cancelled, and not that it was undone',
  tool_error: 'the tool’s own error',
  unavailable: 'that the tool is not available',
  other: 'something else',
};

const COUNTED: readonly Check[] = [
  ({ case: { expect } }, { calls }) =>
    calls === expect.calls ? undefined : `the server counted ${times(calls)}, exactly ${expect.calls} allowed`,
  (_run, { calls, callsAtEnd }) =>
    callsAtEnd === calls ? undefined : `${times(callsAtEnd - calls)} more arrived after the client had been told`,
  ({ case: { expect } }, { state }) =>
    state === expect.state ? undefined : `the store shows ${effects(state)}, expected ${effects(expect.state)}`,
  (_run, { sameArguments }) => (sameArguments ? undefined : 'a replay carried other arguments than the first call'),
];

const TOLD: readonly Check[] = [
  ({ case: { expect } }, { client }) =>
    client === expect.client ? undefined : `the client was told ${RESULTS[client]}, expected ${RESULTS[expect.client]}`,
  (_run, { leaks }) => (leaks.length === 0 ? undefined : leaks.join('; ')),
];

const OWN: readonly Check[] = [
  (_run, { ownIds }) => (ownIds ? undefined : 'a replay reused the request id of the first call'),
  ({ path }, { calls, progressTokens }) =>
    calls === 0 || progressTokens === (path === 'direct' ? 'all' : 'none')
      ? undefined
      : `the calls carried ${progressTokens === 'mixed' ? 'some' : progressTokens} progress tokens, which is not the ${path} path`,
  (_run, { waitedForReconnect }) =>
    waitedForReconnect ? 'the client reconnected before it told that the outcome is unknown' : undefined,
  ({ case: { expect } }, { handshakes }) =>
    expect.handshakes === undefined || handshakes === expect.handshakes
      ? undefined
      : `the server was connected to ${handshakes} times, expected ${expect.handshakes}`,
  lookupFault,
  (_run, { leftBehind }) => (leftBehind === 0 ? undefined : `${leftBehind} server processes were left behind`),
  recordFault,
  retryFault,
  userFault,
];

export function judge(run: LabRun, seen: Observation, judged: Judged): Verdict {
  const checks = judged === 'own' ? [...COUNTED, ...TOLD, ...OWN] : [...COUNTED, ...(isComparable(run) ? TOLD : [])];
  const faults = checks.flatMap((check) => check(run, seen) ?? []);
  const all = seen.trouble === undefined ? faults : [seen.trouble, ...faults];
  if (all.length > 0) return { verdict: 'fail', reason: sentence(all.join('; ')) };
  return { verdict: 'pass', reason: sentence(summary(run, seen, judged)) };
}

/** Where another binary may word its text freely, only an unknown outcome and what it says of itself is held against it. */
const isComparable = ({ case: { expect } }: LabRun): boolean => expect.client === 'unknown';

function lookupFault(run: LabRun, { lookup }: Observation): string | undefined {
  if (!looksUpAfterwards(run) || lookup === 'agrees') return undefined;
  if (lookup === 'disagrees') return 'a look-up afterwards said something else than the server’s ledger';
  return 'a look-up afterwards was not answered: the connection was not repaired';
}

function recordFault({ case: lab }: LabRun, seen: Observation): string | undefined {
  const { recordId, recordNamed, callsWhenRecorded = 0 } = seen;
  if (!isUnknownEnd(lab)) {
    return recordId === undefined ? undefined : 'the journal calls an outcome unknown that is not';
  }
  if (recordId === undefined) return 'the journal holds no record of the unknown outcome';
  if (!recordNamed) return 'the id of the record was not told beside the text';
  return lab.gatesShut === true && callsWhenRecorded > 0 ? 'the call was sent before it was on record' : undefined;
}

const RETRIES: Readonly<Record<ManualRetry, string | undefined>> = {
  blocked: undefined,
  sent: 'an identical call was sent again while the outcome of the first is unknown',
  failed: 'an identical call was not refused as one whose outcome is unknown',
  not_tried: 'an identical call was not tried',
};

function retryFault(run: LabRun, { retry }: Observation): string | undefined {
  return triesAgain(run) ? RETRIES[retry] : undefined;
}

function userFault({ case: { expect } }: LabRun, { user }: Observation): string | undefined {
  if (user === undefined) return undefined;
  const stopped = expect.client === 'cancelled';
  if (user.exitCode !== (stopped ? 130 : 0)) return `qwen ended with exit code ${user.exitCode ?? 'none (a signal)'}`;
  if (!stopped && !user.sawAnswer) return 'stdout held something else than the model’s answer';
  const mustWarn = ['unknown', 'timed_out', 'cancelled'].includes(expect.client);
  return mustWarn && !user.wasWarned ? 'stderr did not tell the user that the outcome is unknown' : undefined;
}

function summary({ case: lab }: LabRun, seen: Observation, judged: Judged): string {
  const { calls, state, client } = seen;
  const told = judged === 'own' || client !== 'other' ? `; the client was told ${RESULTS[client]}` : '';
  const first = lab.toldFirst === true && judged === 'own' ? ', before it reconnected' : '';
  const retry = seen.retry === 'blocked' ? '; an identical call was then refused' : '';
  return `the server counted ${times(calls)} and its store shows ${effects(state)}${told}${first}${retry}`;
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
