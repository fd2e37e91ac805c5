/** The set-up as lines. Pure. Of the key only the length is told. */
import { isLoopback } from '@qwen-code/qwen-code-core/models/http/loopback.js';
import { LIST_HINT, listLines, type Choice } from '../dialogs/choice-list.js';
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

export function setUpLines(state: SetUpState, look: SetUpLook): string[] {
  const { style, marks, width, ready, title } = look;
  const inner = { ...look, width: width - 4 };
  const fault =
    state.fault === undefined
      ? []
      : [...hanging(marks.error, wrapped(safeText(state.fault), inner.width - 2), style.bad), ''];
  const hint = wrapped(ready ? HINTS[state.step] : '', inner.width).map(style.muted);
  const body = [...soFar(state, inner), ...fault, ...BODIES[state.step](state, inner), ...hint];
  return framed(title, body, { width, paint: style.accent });
}

const HINTS: Readonly<Record<SetUpStep, string>> = {
  provider: `${LIST_HINT}, Esc to leave`,
  url: 'Enter to go on, Esc to go back',
  key: 'Enter to go on, Esc to go back',
  listing: 'Esc to stop',
  model: 'Enter to go on, Esc to go back',
  testing: 'Esc to stop',
  unsaved: `${LIST_HINT}, Esc to go back`,
};

/** What was chosen before. */
function soFar(state: SetUpState, { style, width }: SetUpLook): string[] {
  const provider = providerOf(state);
  if (state.step === 'provider' || provider === undefined) return [];
  const url = state.step === 'url' ? [] : [safeText(baseUrlOf(state))];
  return [...wrapped([provider.label, ...url].join(' · '), width).map(style.muted), ''];
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
  url: (state, look) => [...asked('Base URL of the API', state, look), ...input(state.url, look), ''],
  key: (state, look) => [
    ...asked(needsKey(state) ? 'API key' : 'API key, if the server wants one', state, look),
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

const listed = (choices: readonly Choice<unknown>[], selected: number, { style, width }: SetUpLook): string[] =>
  listLines(choices, { style, width, selected });

function asked(question: string, state: SetUpState, { style, width }: SetUpLook): string[] {
  const about = providerOf(state)?.about ?? '';
  return [...wrapped(question, width).map(style.bold), ...wrapped(about, width).map(style.muted)];
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
  const question =
    ids === undefined
      ? 'Which model? As the provider writes it.'
      : `Which of its ${ids.length} models? Type to search.`;
  const head = [...wrapped(question, width).map(style.bold), ...input(state.model, look)];
  if (ids === undefined) return head;
  const all = modelRows(state);
  const most = Math.max(3, Math.min(10, rows - AROUND_ROWS));
  const first = Math.max(0, Math.min(row - Math.floor(most / 2), all.length - most));
  const lines = all.slice(first, first + most).map((id, place) => {
    const marked = first + place === row;
    const label = cut(safeText(ids.includes(id) ? id : `${id} (not in the list)`), width - 2);
    return `${marked ? style.accent('› ') : '  '}${marked ? style.bold(label) : label}`;
  });
  const rest = all.length - most;
  return [...head, ...lines, ...(rest > 0 ? [style.muted(`  ${row + 1} of ${all.length}, up and down for more`)] : [])];
}
