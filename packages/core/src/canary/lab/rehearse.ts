/**
 * Loses one harmless call on purpose, in the user's own journal, so that reconciling can be practised before it has to be
 * done. The server lives in the lab's folder, and its ledger stays there as what to look at.
 */
import { ledgerPath } from '../plan.js';
import type { LabPorts } from './lab-ports.js';
import { labRuns } from './lab-runs.js';
import { runInCore, stateDirOf } from './run-in-core.js';

export interface Rehearsal {
  /** Undefined when the call could not be lost as planned. */
  readonly recordId: string | undefined;
  /** The server's own account of what happened: a line an event. */
  readonly ledger: string;
}

const CALL = 'unsafe/missing/stdio/direct/core';

export async function rehearse(ports: LabPorts & Required<Pick<LabPorts, 'journal'>>): Promise<Rehearsal> {
  const run = labRuns('own').find(({ id }) => id === CALL);
  if (run === undefined) throw new Error(`the lab has no run ${CALL}`);
  const { events } = await runInCore(run, ports);
  const record = events.find(({ type }) => type === 'recorded');
  return {
    recordId: record?.type === 'recorded' ? record.record_id : undefined,
    ledger: ledgerPath(stateDirOf(run, ports)),
  };
}
