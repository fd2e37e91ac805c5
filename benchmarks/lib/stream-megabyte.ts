/** An answer of one megabyte as a fast model streams it: small parts, evenly, for twenty seconds. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMs } from './run-qwen.js';

const BYTES = 1024 * 1024;
const PART_CHARS = 64;
const TOTAL_MS = 20_000;
const TICK_MS = 10;

const BLOCKS = [
  '## What the next part does\n\n',
  'It reads the *settings* once, keeps `what was found`, and writes **nothing** unless it was asked to do so by a person who is there.\n\n',
  '- the first thing to know\n- the second one, which is a little longer than the first\n- the third\n\n',
  '```ts\nexport function sum(values: readonly number[]): number {\n  return values.reduce((a, b) => a + b, 0);\n}\n```\n\n',
  '| name | size | note |\n| --- | --- | --- |\n| one | 1 | small |\n| two | 22 | larger |\n\n',
];

export const LAST_WORDS = /The very end\./;

/** Pure ASCII, so that characters are bytes. `over` is called before the last words are handed out. */
export async function* megabyte(over: () => void): AsyncGenerator<string> {
  const text = BLOCKS.join('')
    .repeat(Math.ceil(BYTES / BLOCKS.join('').length))
    .slice(0, BYTES);
  const startedMs = monotonicMs();
  let sent = 0;
  while (sent < text.length) {
    const due = Math.min(text.length, ((monotonicMs() - startedMs) / TOTAL_MS) * text.length);
    while (sent < due) {
      yield text.slice(sent, sent + PART_CHARS);
      sent += PART_CHARS;
    }
    await wait(TICK_MS);
  }
  over();
  yield '\n\nThe very end.';
}
