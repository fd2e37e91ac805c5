/** Where the outcome journal and the key of its digests live. Pure. */
import { join } from 'node:path';

export interface JournalPlaces {
  readonly dir: string;
  readonly keyFile: string;
}

/** `runtimeDir`: the root of run-time data; `userDir`: the user's own settings directory. */
export const journalPlaces = ({ runtimeDir, userDir }: { runtimeDir: string; userDir: string }): JournalPlaces => ({
  dir: join(runtimeDir, 'mcp-outcomes'),
  keyFile: join(userDir, 'mcp-outcomes.key'),
});
