/** stdin as lines, as they come; the last one counts without its line feed too. A stdin that can't be read has ended. */
import { createLineSplitter } from '@qwen-code/qwen-code-core/mcp/transports/line-splitter.js';

export interface LineReader {
  /** Trimmed. */
  onLine(line: string): void;
  /** Once, after the last line. */
  onEnd(): void;
}

export function readStdinLines({ onLine, onEnd }: LineReader): void {
  const { stdin } = process;
  const lines = createLineSplitter(onLine);
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    const rest = lines.rest().trim();
    if (rest !== '') onLine(rest);
    onEnd();
  };
  stdin.on('data', (chunk: Buffer) => lines.push(chunk));
  stdin.once('end', end).once('error', end).once('close', end);
}
