/** The journal of this user, opened for one command: nothing is written before a verdict or a retry. */
import { createOutcomeJournal, type OutcomeJournal } from '@qwen-code/qwen-code-core/mcp/journal/create-journal.js';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { readJournal, type JournalContents } from '@qwen-code/qwen-code-core/mcp/journal/read.js';
import { loadSettings, type LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { VERSION } from '../../../version.js';
import { placeOf, type McpCommandIo } from '../command-io.js';

export interface OpenedJournal {
  readonly loaded: LoadedSettings;
  readonly journal: OutcomeJournal;
  /** Every call on record. What can't be read is said on stderr, a line each. */
  read(): Promise<JournalContents>;
}

export async function openJournal(io: McpCommandIo): Promise<OpenedJournal> {
  const loaded = await loadSettings(placeOf(io));
  const journal = createOutcomeJournal({
    ...journalPlaces({ runtimeDir: loaded.runtimeDir, userDir: loaded.paths.userDir }),
    workspace: io.cwd,
    session: null,
    version: VERSION,
    clock: systemClock,
  });
  return {
    loaded,
    journal,
    read: async () => {
      const contents = await readJournal(journal);
      for (const problem of contents.problems) {
        const where =
          problem.kind === 'corrupt' ? `line ${problem.line} is no record` : `it can't be read (${problem.code})`;
        io.stderr(`Outcome journal ${problem.file}: ${where}; the rest counts.\n`);
      }
      return contents;
    },
  };
}
