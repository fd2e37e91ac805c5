/**
 * Where a person stands among the questions, what they have chosen so far, and what a key makes of it. Pure. One question
 * with one answer is answered by the choice; anything more is looked over before it is sent.
 */
import { actionOf, DIALOG_KEYS } from '../input/key-bindings.js';
import { emptyBuffer, type TextBuffer } from '../input/text-buffer.js';
import { fieldKey, fieldPaste } from '../dialogs/text-field.js';
import type { AskedQuestion, Chosen } from './asked-questions.js';

export interface QuestionState {
  /** The question in front; their number: the review. */
  readonly at: number;
  /** The row under the cursor, one for each question; the row after the options is for other words. */
  readonly cursors: readonly number[];
  readonly chosen: readonly Chosen[];
  /** The field of other words, while it is written in. */
  readonly field: TextBuffer | undefined;
}

export type QuestionStep =
  | { readonly kind: 'state'; readonly state: QuestionState }
  | { readonly kind: 'sent'; readonly chosen: readonly Chosen[] }
  | { readonly kind: 'declined' };

export const firstState = (questions: readonly AskedQuestion[]): QuestionState => ({
  at: 0,
  cursors: questions.map(() => 0),
  chosen: questions.map(() => ({ picked: [], other: '' })),
  field: undefined,
});

/** undefined: the key means nothing here. */
export function questionKey(
  questions: readonly AskedQuestion[],
  state: QuestionState,
  key: { readonly id: string; readonly text: string },
): QuestionStep | undefined {
  if (state.field !== undefined) return onField(questions, state, { field: state.field, ...key });
  const turn = { right: 1, tab: 1, left: -1 }[key.id];
  if (turn !== undefined && isReviewed(questions)) {
    const at = Math.max(0, Math.min(state.at + turn, questions.length));
    return { kind: 'state', state: { ...state, at } };
  }
  if (actionOf(DIALOG_KEYS, key.id) === 'dismiss') return { kind: 'declined' };
  const question = questions[state.at];
  if (question === undefined) return key.id === 'enter' ? { kind: 'sent', chosen: state.chosen } : undefined;
  return onRow(questions, state, { question, id: key.id });
}

/** A paste is for the field alone. */
export const questionPaste = (state: QuestionState, text: string): QuestionState =>
  state.field === undefined ? state : { ...state, field: fieldPaste(state.field, text) };

export const isReviewed = (questions: readonly AskedQuestion[]): boolean =>
  questions.length > 1 || questions.some(({ several }) => several);

function onField(
  questions: readonly AskedQuestion[],
  state: QuestionState,
  { field, ...key }: { readonly field: TextBuffer; readonly id: string; readonly text: string },
): QuestionStep | undefined {
  const step = fieldKey(field, key);
  if (step === undefined) return undefined;
  if (step.kind === 'changed') return { kind: 'state', state: { ...state, field: step.buffer } };
  const closed = { ...state, field: undefined };
  if (step.kind === 'dismissed') return { kind: 'state', state: closed };
  const question = questions[state.at];
  const picked = question?.several === true ? (state.chosen[state.at]?.picked ?? []) : [];
  const next = withChosen(closed, { picked, other: step.text });
  return step.text === '' || question?.several === true ? { kind: 'state', state: next } : goOn(questions, next);
}

interface Row {
  readonly question: AskedQuestion;
  readonly id: string;
}

function onRow(questions: readonly AskedQuestion[], state: QuestionState, row: Row): QuestionStep | undefined {
  const { options, several } = row.question;
  const rows = options.length + 1;
  const cursor = state.cursors[state.at] ?? 0;
  const digit = /^[1-9]$/.test(row.id) ? Number(row.id) - 1 : undefined;
  if (digit !== undefined) {
    if (digit >= rows) return undefined;
    return take(questions, withCursor(state, digit), row.question);
  }
  switch (actionOf(DIALOG_KEYS, row.id)) {
    case 'up':
      return { kind: 'state', state: withCursor(state, (cursor + rows - 1) % rows) };
    case 'down':
      return { kind: 'state', state: withCursor(state, (cursor + 1) % rows) };
    case 'choose':
      return goesOn(row.question, state) ? goOn(questions, state) : take(questions, state, row.question);
    default:
      return row.id === 'space' && several ? take(questions, state, row.question) : undefined;
  }
}

/** Where several may be chosen, Enter is for going on once something is. */
function goesOn({ options, several }: AskedQuestion, { at, cursors, chosen }: QuestionState): boolean {
  const { picked = [], other = '' } = chosen[at] ?? {};
  const isUnwritten = cursors[at] === options.length && other === '';
  return several && !isUnwritten && (picked.length > 0 || other !== '');
}

/** The row under the cursor: chosen, or not any more; the last one is written in. */
function take(
  questions: readonly AskedQuestion[],
  state: QuestionState,
  { options, several }: AskedQuestion,
): QuestionStep {
  const cursor = state.cursors[state.at] ?? 0;
  const { picked, other } = state.chosen[state.at] ?? { picked: [], other: '' };
  if (cursor === options.length) {
    const field = { ...emptyBuffer, text: other, cursor: other.length };
    return { kind: 'state', state: { ...state, field } };
  }
  if (!several) return goOn(questions, withChosen(state, { picked: [cursor], other: '' }));
  const next = picked.includes(cursor) ? picked.filter((place) => place !== cursor) : [...picked, cursor].sort();
  return { kind: 'state', state: withChosen(state, { picked: next, other }) };
}

function goOn(questions: readonly AskedQuestion[], state: QuestionState): QuestionStep {
  if (!isReviewed(questions)) return { kind: 'sent', chosen: state.chosen };
  return { kind: 'state', state: { ...state, at: state.at + 1 } };
}

const withCursor = (state: QuestionState, cursor: number): QuestionState => ({
  ...state,
  cursors: state.cursors.map((each, place) => (place === state.at ? cursor : each)),
});

const withChosen = (state: QuestionState, chosen: Chosen): QuestionState => ({
  ...state,
  chosen: state.chosen.map((each, place) => (place === state.at ? chosen : each)),
});
