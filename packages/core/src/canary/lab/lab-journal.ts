/** The outcome journal of one run, looked at from outside: the same files that `qwen mcp outcomes` reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../mcp/journal/outcome.js';
import { readJournal } from '../../mcp/journal/read.js';
import { isReplaySafe } from '../../tools/mcp-tool/replay-gates.js';
import { leaksIn, type Markers } from './markers.js';

/** An unknown outcome on record. */
export interface LabRecord {
  readonly id: string;
  /** On record before the call left; the other kind was put there when its outcome had become unknown. */
  readonly ahead: boolean;
}

/** The oldest unknown outcome of this server and tool; undefined when there is none. Throws when it can't be read. */
export async function unknownRecord(
  dir: string,
  { server, tool }: { readonly server: string; readonly tool: string },
): Promise<LabRecord | undefined> {
  const { outcomes } = await readJournal({ dir });
  const found = outcomes.find(
    ({ intent, state }) => intent.server === server && intent.tool === tool && state === 'unknown',
  );
  return found === undefined ? undefined : { id: found.id, ahead: !leftReplaySafe(found) };
}

/** Only a call that was declared safe to repeat may leave before it is on record. */
const leftReplaySafe = ({ intent }: Outcome): boolean =>
  isReplaySafe({
    trust: { server: intent.server_trusted, workspace: intent.workspace_trusted },
    hints: intent.annotations ?? undefined,
  });

/** What the journal's files hold and must not: arguments go into them as a keyed digest alone. */
export const journalLeaks = (dir: string, markers: Markers): string[] =>
  leaksIn(journalText(dir), markers, 'markers-only').map((what) => `the journal held ${what}`);

function journalText(dir: string): string {
  try {
    return readdirSync(dir)
      .map((name) => readFileSync(join(dir, name), 'utf8'))
      .join('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
