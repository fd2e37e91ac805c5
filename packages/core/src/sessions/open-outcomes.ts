/** Sessions that made a call whose outcome is still open: their recordings hold the only copy of its arguments. */
import { readJournal } from '../mcp/journal/read.js';

/** By session id: the journal record of such a call. Undefined when the journal could not be read whole: nobody knows then. */
export async function sessionsWithOpenOutcomes(journalDir: string): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    const { outcomes, problems } = await readJournal({ dir: journalDir });
    if (problems.length > 0) return undefined;
    const open = outcomes.filter(({ state }) => state === 'unknown' || state === 'in_flight');
    return new Map(open.flatMap(({ intent, id }) => (intent.session === null ? [] : [[intent.session, id] as const])));
  } catch {
    return undefined;
  }
}
