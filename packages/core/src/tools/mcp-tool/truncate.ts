/**
 * Keeps a large output short for the model, and whole in a file. Beginning and end stay, with a note of what is missing
 * between them. Never fails: when the file can't be written, the note says so.
 */
import type { DebugLog } from '../../shared/debug-log.js';

export interface TruncateOptions {
  /** Longest text that is passed on as it is, in UTF-16 code units and in lines. */
  readonly maxChars: number;
  readonly maxLines: number;
  /** Keeps the whole text in a file that only the user can read, and tells its path. */
  saveOutput(text: string): Promise<string>;
  readonly debug: DebugLog;
}

/** The documented defaults of `tools.truncateToolOutputThreshold` and `tools.truncateToolOutputLines`. */
export const DEFAULT_LIMITS = { maxChars: 25_000, maxLines: 1_000 } as const;

const HEAD_SHARE = 0.6;

export function truncateOutput(text: string, options: TruncateOptions): string | Promise<string> {
  const isShort =
    text.length <= options.maxChars && (text.length < options.maxLines || text.split('\n').length <= options.maxLines);
  return isShort ? text : cutMiddle(text, options);
}

async function cutMiddle(text: string, { maxChars, maxLines, saveOutput, debug }: TruncateOptions): Promise<string> {
  const lines = text.split('\n');
  const saved = saveOutput(text).then(
    (path) => `the whole output is in ${path}`,
    (error: unknown) => {
      debug('mcp', 'output not saved', error);
      return 'the whole output could not be saved';
    },
  );
  const head = cutEnd(lines.slice(0, Math.ceil(maxLines * HEAD_SHARE)).join('\n'), Math.ceil(maxChars * HEAD_SHARE));
  const rest = text.slice(head.length);
  const tail = cutStart(
    rest
      .split('\n')
      .slice(-Math.max(1, Math.floor(maxLines * (1 - HEAD_SHARE))))
      .join('\n'),
    Math.max(1, Math.floor(maxChars * (1 - HEAD_SHARE))),
  );
  const missing = text.length - head.length - tail.length;
  return `${head}\n\n[... ${missing} of ${text.length} characters left out; ${await saved} ...]\n\n${tail}`;
}

// Neither cut leaves half of a surrogate pair behind.
const cutEnd = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
const cutStart = (text: string, length: number): string => text.slice(-length).replace(/^[\uDC00-\uDFFF]/, '');
