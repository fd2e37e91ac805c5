/** How many calls of this workspace have an unknown outcome, for the footer. Reads the journal; never rejects. */
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';

export async function openOutcomes({ runtimeDir, paths }: LoadedSettings, workspace: string): Promise<number> {
  const { readJournal } = await import('@qwen-code/qwen-code-core/mcp/journal/read.js');
  const { dir } = journalPlaces({ runtimeDir, userDir: paths.userDir });
  const { outcomes } = await readJournal({ dir }).catch(() => ({ outcomes: [] }));
  return outcomes.filter(({ state, intent }) => state === 'unknown' && intent.workspace === workspace).length;
}
