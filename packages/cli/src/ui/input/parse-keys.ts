/**
 * From the bytes of a terminal to key presses and pastes. Pure: what is cut off at the end of a chunk is kept in `rest`
 * for the next one. Knows the plain sequences of xterm and its kin, `CSI u` (kitty) and bracketed paste.
 */
export type InputEvent =
  /** `id` is the whole press, such as `a`, `ctrl+c`, `shift+tab`, `alt+enter`; `text` is what it types, if anything. */
  | { readonly kind: 'key'; readonly id: string; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string };

export interface ParsedInput {
  readonly events: readonly InputEvent[];
  /** Whether the terminal says that it has the focus; the last word counts, undefined: it said nothing. */
  readonly focused?: boolean;
  /** The start of a sequence or of a paste. A lone escape is here as well until it is known to be the key. */
  readonly rest: string;
}

const ESC = '\u001b';
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;

export function parseKeys(input: string): ParsedInput {
  const events: InputEvent[] = [];
  let focus: Pick<ParsedInput, 'focused'> = {};
  let at = 0;
  while (at < input.length) {
    const step = input.startsWith(PASTE_START, at) ? readPaste(input, at) : readKey(input, at);
    if (step === 'more') return { events, rest: input.slice(at), ...focus };
    if (step.event !== undefined) events.push(step.event);
    else focus = { ...focus, ...FOCUS[input.slice(at, step.next)] };
    at = step.next;
  }
  return { events, rest: '', ...focus };
}

/** What `rest` means when nothing followed in time: an escape is the key, a paste goes on, other pieces are noise. */
export function flushKeys(rest: string): ParsedInput {
  if (rest.startsWith(PASTE_START)) return { events: [], rest };
  return {
    events: rest === ESC ? [key('escape')] : rest === `${ESC}${ESC}` ? [key('escape'), key('escape')] : [],
    rest: '',
  };
}

const FOCUS: Readonly<Record<string, { readonly focused: boolean }>> = {
  [`${ESC}[I`]: { focused: true },
  [`${ESC}[O`]: { focused: false },
};

type Step = { readonly event: InputEvent | undefined; readonly next: number } | 'more';

const key = (id: string, text = ''): InputEvent => ({ kind: 'key', id, text });

function readPaste(input: string, at: number): Step {
  const start = at + PASTE_START.length;
  const end = input.indexOf(PASTE_END, start);
  if (end === -1) return 'more';
  const text = input.slice(start, end).replace(/\r\n?/g, '\n');
  return { event: { kind: 'paste', text }, next: end + PASTE_END.length };
}

function readKey(input: string, at: number): Step {
  const char = String.fromCodePoint(input.codePointAt(at) ?? 0);
  if (char === ESC) return readEscape(input, at);
  const control = CONTROLS[char];
  if (control !== undefined) return { event: key(control), next: at + 1 };
  if (char < ' ') return { event: key(`ctrl+${String.fromCharCode(char.charCodeAt(0) + 96)}`), next: at + 1 };
  return { event: key(char === ' ' ? 'space' : char, char), next: at + char.length };
}

const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'ctrl+j',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u001c': 'ctrl+\\',
  '\u001d': 'ctrl+]',
  '\u001e': 'ctrl+^',
  '\u001f': 'ctrl+_',
  '\u0000': 'ctrl+space',
};

/** Parameters, then one final byte. */
const CSI = /^\[([0-9;:<=>?]*)([@-Z^-~])/;
const SS3 = /^O([A-Za-z])/;
const UNFINISHED = /^(?:\[[0-9;:<=>?]*|O)?$/;

function readEscape(input: string, at: number): Step {
  const after = input.slice(at + 1, at + 32);
  const csi = CSI.exec(after);
  if (csi !== null) {
    const [whole, parameters = '', final = ''] = csi;
    return { event: csiKey(parameters, final), next: at + 1 + whole.length };
  }
  const ss3 = SS3.exec(after);
  if (ss3 !== null) return { event: named(FINALS[ss3[1] ?? ''], 1), next: at + 3 };
  if (UNFINISHED.test(after)) return 'more';
  if (after.startsWith(ESC)) {
    return after === ESC ? 'more' : { event: key('escape'), next: at + 1 };
  }
  const inner = readKey(input, at + 1);
  if (inner === 'more' || inner.event?.kind !== 'key') return inner;
  const { id, text } = inner.event;
  const plain = text !== '' && text >= 'A' && text <= 'Z' ? `shift+${text.toLowerCase()}` : id;
  return { event: key(`alt+${plain}`), next: inner.next };
}

const FINALS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  Z: 'shift+tab',
};

const NUMBERED: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
};

const CODES: Readonly<Record<string, string>> = {
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  32: 'space',
  127: 'backspace',
  57414: 'enter',
};

/** undefined for what is no key of interest: reports of the terminal, mouse, focus. */
function csiKey(parameters: string, final: string): InputEvent | undefined {
  const [first = '', second = '1', third = ''] = parameters.split(';').map((part) => part.split(':')[0] ?? '');
  const modifiers = Number(second) || 1;
  if (final === 'u') return codeKey(first, modifiers);
  // modifyOtherKeys: CSI 27 ; modifiers ; code ~
  if (final === '~')
    return first === '27' && third !== '' ? codeKey(third, modifiers) : named(NUMBERED[first], modifiers);
  if (/^[<?>]/.test(parameters)) return undefined;
  return named(FINALS[final], modifiers);
}

function codeKey(code: string, modifiers: number): InputEvent | undefined {
  const name = CODES[code];
  if (name !== undefined) return named(name, modifiers, name === 'space' && modifiers <= 2 ? ' ' : '');
  const point = Number(code);
  // The private area holds keys that type nothing.
  if (!(point >= 32 && point <= 0x10ffff) || (point >= 0xe000 && point <= 0xf8ff)) return undefined;
  const char = String.fromCodePoint(point);
  if (modifiers <= 2) {
    const typed = modifiers === 2 ? char.toUpperCase() : char;
    return key(typed, typed);
  }
  return named(char, modifiers);
}

/** Modifiers as xterm counts them: 1 plus shift 1, alt 2, ctrl 4, super 8; locks are above and do not count. */
function named(name: string | undefined, modifiers: number, text = ''): InputEvent | undefined {
  if (name === undefined) return undefined;
  const bits = (modifiers - 1) & 7;
  const prefix = `${bits & 4 ? 'ctrl+' : ''}${bits & 2 ? 'alt+' : ''}${bits & 1 ? 'shift+' : ''}`;
  return key(`${prefix}${name}`, text);
}
