/** The set-up as lines. Pure. Of the key only the length is told. */
import { isLoopback } from '@qwen-code/qwen-code-core/models/http/loopback.js';
import { LIST_HINT, type Choice } from '../dialogs/choice-list.js';
import { scrollLines } from '../dialogs/scroll-list.js';
import type { TextBuffer } from '../input/text-buffer.js';
import { cut, framed, hanging, wrapped } from '../render/lines.js';
import type { Look } from '../render/look.js';
import { safeText } from '../render/safe-text.js';
import { modelRows } from './model-rows.js';
import {
  baseUrlOf,
  needsKey,
  providerChoices,
  providerOf,
  WAYS,
  type SetUpState,
  type SetUpStep,
} from './setup-state.js';

export interface SetUpLook extends Pick<Look, 'style' | 'marks' | 'width'> {
  readonly rows: number;
  /** Whether keys are taken: the hints wait for it. */
  readonly ready: boolean;
  readonly title: string;
  /** What is said above the first step. */
  readonly intro: readonly string[];
}

/** Below this many rows nothing is said that can be done without. */
const TIGHT_ROWS = 18;

export function setUpLines(state: SetUpState, look: SetUpLook): string[] {
  const { style, marks, width, rows, ready, title } = look;
  const tight = rows < TIGHT_ROWS;
  const inner = { ...look, width: width - 4, ...(tight && { intro: [] }) };
  const fault = state.fault === undefined ? [] : wrapped(safeText(state.fault), inner.width - 2);
  // Where no models were listed there is nothing to search.
  const step = state.step === 'model' && state.ids === undefined ? 'url' : state.step;
  const hint = ready ? HINTS[step] : '';
  const body = [
    ...soFar(state, inner),
    ...(fault.length === 0 ? [] : [...hanging(marks.error, fault, style.bad), '']),
    ...BODIES[state.step](state, inner),
    ...(tight ? [cut(hint, inner.width)] : wrapped(hint, inner.width)).map(style.muted),
  ];
  if (!marks.boxes) return [title, ...body.filter((line) => line !== '')];
  return framed(title, tight ? body.filter((line) => line !== '') : body, { width, paint: style.accent });
}

const HINTS: Readonly<Record<SetUpStep, string>> = {
  provider: `${LIST_HINT}, Esc to leave`,
  url: 'Enter to go on, Esc to go back',
  key: 'Enter to go on, Esc to go back',
  listing: 'Esc to stop',
  model: 'Type to search, Enter to go on, Esc to go back',
  testing: 'Esc to stop',
  unsaved: `${LIST_HINT}, Esc to go back`,
};

/** Frame, what is said above the list, and the hint. */
const AROUND_LIST_ROWS = 6;

/** What was chosen before. */
function soFar(state: SetUpState, { style, width, rows }: SetUpLook): string[] {
  const provider = providerOf(state);
  if (state.step === 'provider' || provider === undefined) return [];
  const url = state.step === 'url' ? [] : [safeText(baseUrlOf(state))];
  const text = [provider.label, ...url].join(' · ');
  return [...(rows < TIGHT_ROWS ? [cut(text, width)] : wrapped(text, width)).map(style.muted), ''];
}

type Body = (state: SetUpState, look: SetUpLook) => string[];

const BODIES: Readonly<Record<SetUpStep, Body>> = {
  provider: (state, look) => [
    ...look.intro.flatMap((line) => wrapped(line, look.width)),
    ...(look.intro.length === 0 ? [] : ['']),
    'Where is your model?',
    ...listed(providerChoices(state), state.place, look),
    '',
  ],
  url: (state, look) => [
    ...asked('Base URL of the API', providerOf(state)?.aboutUrl, look),
    ...input(state.url, look),
    '',
  ],
  key: (state, look) => [
    ...asked(needsKey(state) ? 'API key' : 'API key, if the server wants one', providerOf(state)?.aboutKey, look),
    ...inTheClear(state, look),
    ...secret(state.key, look),
    '',
  ],
  listing: (_state, { style, width }) => [...wrapped('Asking for the models…', width).map(style.accent), ''],
  model: (state, look) => [...modelBody(state, look), ''],
  testing: (state, { style, width }) => [
    ...wrapped(`Asking ${modelRows(state)[state.row] ?? ''} for a word…`, width).map(style.accent),
    '',
  ],
  unsaved: (state, look) => [...listed(WAYS, state.way, look), ''],
};

const listed = (choices: readonly Choice<unknown>[], selected: number, { style, width, rows }: SetUpLook): string[] =>
  scrollLines(choices, { selected, filter: undefined }, { style, width, rows: Math.max(3, rows - AROUND_LIST_ROWS) });

function asked(question: string, about = '', { style, width }: SetUpLook): string[] {
  return [...wrapped(question, width).map(style.bold), ...(about === '' ? [] : wrapped(about, width).map(style.muted))];
}

function inTheClear(state: SetUpState, { style, width }: SetUpLook): string[] {
  const { protocol, hostname } = new URL(baseUrlOf(state));
  if (protocol === 'https:' || isLoopback(hostname)) return [];
  return wrapped('This address is not encrypted: the key can be read on the way.', width).map(style.warning);
}

function input({ text, cursor }: TextBuffer, { style, width }: SetUpLook): string[] {
  const shown = `${safeText(text.slice(0, cursor))}${style.inverse(safeText(text.slice(cursor, cursor + 1)) || ' ')}${safeText(text.slice(cursor + 1))}`;
  return hanging('> ', wrapped(shown, width - 2), style.user);
}

const MOST_STARS = 24;

function secret({ text }: TextBuffer, { style }: SetUpLook): string[] {
  const length = text.trim().length;
  const stars = '*'.repeat(Math.min(length, MOST_STARS));
  const told = length === 0 ? '' : style.muted(` ${length} characters`);
  return [`${style.user('> ')}${stars}${style.inverse(' ')}${told}`];
}

/** Frame, what is chosen, the question, hints. */
const AROUND_ROWS = 14;

function modelBody(state: SetUpState, look: SetUpLook): string[] {
  const { style, width, rows } = look;
  const { ids, row } = state;
  const question = ids === undefined ? 'Which model? As the provider writes it.' : `Which of its ${ids.length} models?`;
  const head = [...wrapped(question, width).map(style.bold), ...input(state.model, look)];
  if (ids === undefined) return head;
  const all = modelRows(state);
  const most = Math.max(2, Math.min(10, rows - AROUND_ROWS));
  const first = Math.max(0, Math.min(row - Math.floor(most / 2), all.length - most));
  const lines = all.slice(first, first + most).map((id, place) => {
    const marked = first + place === row;
    const label = cut(safeText(ids.includes(id) ? id : `${id} (not in the list)`), width - 2);
    return `${marked ? style.accent('› ') : '  '}${marked ? style.bold(label) : label}`;
  });
  const rest = all.length - most;
  return [...head, ...lines, ...(rest > 0 ? [style.muted(`  ${row + 1} of ${all.length}, up and down for more`)] : [])];
}
