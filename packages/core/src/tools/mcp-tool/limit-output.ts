/**
 * Keeps a large output short for the model, and whole in a file. Never fails: when the file can't be written, the note
 * under the output says so.
 */
import type { DebugLog } from '../../shared/debug-log.js';
import { limitText, type TextLimit } from '../../shared/text-limit.js';

export interface OutputLimit {
  readonly limit: TextLimit;
  /** Keeps the whole text in a file that only the user can read, and tells its path. */
  saveOutput(text: string): Promise<string>;
  readonly debug: DebugLog;
}

export function limitOutput(text: string, { limit, ...keep }: OutputLimit): string | Promise<string> {
  const limited = limitText(text, limit);
  return limited.cut ? withWhole(text, limited.text, keep) : text;
}

async function withWhole(whole: string, shown: string, keep: Omit<OutputLimit, 'limit'>): Promise<string> {
  const note = await keep.saveOutput(whole).then(
    (path) => `The whole output (${whole.length} characters) is in ${path}`,
    (error: unknown) => {
      keep.debug('mcp', 'output not saved', error);
      return `The whole output (${whole.length} characters) could not be saved`;
    },
  );
  return `${shown}\n\n[${note}]`;
}
