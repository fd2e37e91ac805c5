/**
 * The terminal as the UI needs it: raw keys, pastes told apart, keys that can be told apart where it can do that. Whatever
 * happens, `leave` puts it back as it was; it writes straight to the descriptor, so that it works in a process that is about
 * to end.
 */
import { writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { flushKeys, parseKeys, type InputEvent } from './input/parse-keys.js';

const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';
/** The terminal says when it gets and loses the focus; those that can't ignore it. */
const FOCUS_ON = '\u001b[?1004h';
const FOCUS_OFF = '\u001b[?1004l';
/** Keeps the title of the window, and brings it back where that is known; elsewhere there is none afterwards. */
const TITLE_KEEP = '\u001b[22;2t';
const TITLE_BACK = '\u001b]2;\u0007\u001b[23;2t';
/** The kitty protocol, on a stack of its own: terminals without it ignore both. */
const KEYS_ON = '\u001b[>1u';
const KEYS_OFF = '\u001b[<u';
const CURSOR_ON = '\u001b[?25h';
/** The prompt draws its own. */
const CURSOR_OFF = '\u001b[?25l';
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

/** A sequence that has begun is the Esc key when nothing follows for so long. */
const ESCAPE_MS = 40;

export interface Terminal {
  enter(): void;
  /** Any number of calls. */
  leave(): void;
  /** Clears the screen and what has scrolled out of it. */
  clear(): void;
  /** Sets the title of the window until `leave`. */
  title(text: string): void;
  ring(): void;
  /** Whether somebody looks at it; undefined: it never said. */
  focused(): boolean | undefined;
}

export interface TerminalOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly clock: Clock;
  onInput(event: InputEvent, atMs: number): void;
  /** Nothing can be typed any more: it was closed, or the connection to it is lost. */
  onGone(): void;
}

export function createTerminal({ stdin, clock, onInput, onGone }: TerminalOptions): Terminal {
  const decoder = new StringDecoder('utf8');
  let entered = false;
  let focused: boolean | undefined;
  let titled: string | undefined;
  let rest = '';
  let cancelFlush = (): void => {};

  const take = ({ events, rest: left, focused: said }: ReturnType<typeof parseKeys>): void => {
    rest = left;
    focused = said ?? focused;
    const atMs = clock.now();
    for (const event of events) onInput(event, atMs);
  };
  const onData = (chunk: Buffer): void => {
    cancelFlush();
    take(parseKeys(rest + decoder.write(chunk)));
    if (rest !== '') cancelFlush = clock.after(ESCAPE_MS, () => take(flushKeys(rest)));
  };
  const leave = (): void => {
    if (!entered) return;
    entered = false;
    cancelFlush();
    rest = '';
    stdin.off('data', onData);
    write(PASTE_OFF + KEYS_OFF + FOCUS_OFF + CURSOR_ON + (titled === undefined ? '' : TITLE_BACK));
    titled = undefined;
    try {
      if (stdin.isTTY && !stdin.destroyed) stdin.setRawMode(false);
    } catch {
      // A terminal that is gone can't be set.
    }
    stdin.pause();
  };
  stdin.on('end', onGone).on('error', onGone);
  return {
    enter: () => {
      if (entered) return;
      entered = true;
      stdin.setRawMode(true);
      stdin.on('data', onData);
      stdin.resume();
      write(PASTE_ON + KEYS_ON + FOCUS_ON + CURSOR_OFF);
    },
    leave,
    title: (text) => {
      if (!entered || text === titled) return;
      write(`${titled === undefined ? TITLE_KEEP : ''}\u001b]2;${text}\u0007`);
      titled = text;
    },
    ring: () => write('\u0007'),
    focused: () => focused,
    clear: () => {
      // Another program may have the screen.
      if (entered) write(CLEAR);
    },
  };
}

function write(text: string): void {
  try {
    writeSync(1, text);
  } catch {
    // Nobody is there to see it.
  }
}
