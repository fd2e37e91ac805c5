/**
 * Cuts a byte stream into lines, UTF-8 decoded whole, whatever the chunk borders. An unfinished last line is kept back.
 */
const NEWLINE = 0x0a;

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** What came after the last newline, so far. */
  rest(): string;
}

export function createLineSplitter(onLine: (line: string) => void): LineSplitter {
  let parts: Buffer[] = [];
  return {
    push: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const line = chunk.subarray(start, end);
        start = end + 1;
        onLine((parts.length === 0 ? line : Buffer.concat([...parts, line])).toString('utf8').trim());
        parts = [];
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    },
    rest: () => Buffer.concat(parts).toString('utf8'),
  };
}
