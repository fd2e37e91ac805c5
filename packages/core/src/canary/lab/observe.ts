/** Puts together what was seen of a run, from its server's ledger and what the client was told. */
import type { CanaryHost } from '../host-server.js';
import type { LedgerEvent } from '../ledger.js';
import { countLedger } from '../ledger.js';
import { externalState } from './external-state.js';
import type { LabRun } from './lab-runs.js';
import type { Observation } from './observation.js';
import type { Stagehand } from './stagehand.js';

/** What the ledger does not say. */
export type Heard = Pick<
  Observation,
  'trouble' | 'leaks' | 'lookup' | 'retry' | 'recordId' | 'recordNamed' | 'leftBehind' | 'user'
>;

export function observe(run: LabRun, host: CanaryHost, hand: Stagehand, heard: Heard): Observation {
  const { tool } = run.case;
  const ledger = hand.told?.ledger ?? host.events();
  const calls = callsOf(ledger, tool);
  return {
    ...heard,
    calls: calls.length,
    callsAtEnd: Math.max(calls.length, callsOf(host.events(), tool).length - callsOnPurpose(run, heard)),
    sameArguments: new Set(calls.map(({ args }) => JSON.stringify(args))).size <= 1,
    ownIds: new Set(calls.map(requestOf)).size === calls.length,
    progressTokens: tokensOf(calls),
    state: externalState(ledger, tool),
    handshakes: handshakesIn(ledger),
    processes: countLedger(host.events()).starts,
    client: hand.told?.result ?? 'other',
    waitedForReconnect: hand.waitedForReconnect,
    callsWhenRecorded: hand.callsWhenRecorded,
  };
}

/** Calls of the tool that the lab itself made after the one under test. */
function callsOnPurpose({ case: { tool } }: LabRun, { lookup, retry }: Heard): number {
  return (tool === 'lookup' && lookup !== 'not_asked' ? 1 : 0) + (retry === 'sent' ? 1 : 0);
}

type Call = Extract<LedgerEvent, { event: 'call' }>;

export const callsOf = (ledger: readonly LedgerEvent[], tool: string): Call[] =>
  ledger.flatMap((line) => (line.event === 'call' && line.tool === tool ? [line] : []));

/** Ids count anew on every connection. */
const requestOf = ({ generation, session, id }: Call): string => `${generation} ${session ?? ''} ${id}`;

function tokensOf(calls: readonly Call[]): Observation['progressTokens'] {
  const having = calls.filter(({ progress }) => progress).length;
  if (having === 0) return 'none';
  return having === calls.length ? 'all' : 'mixed';
}

const handshakesIn = (ledger: readonly LedgerEvent[]): number =>
  ledger.filter((line) => line.event === 'request' && line.method === 'initialize').length;
