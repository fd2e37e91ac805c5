/**
 * How a person says what became of a call: a verdict, how they know, a second look. What a key makes of it, and its lines.
 * Pure; nothing is on record before the last step.
 */
import type { OutcomeState } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { VERDICTS, type Verdict } from '@qwen-code/qwen-code-core/mcp/journal/records.js';
import { checkVerdict } from '@qwen-code/qwen-code-core/mcp/reconcile/verdict.js';
import { listKey, listLines, LIST_HINT, type Choice } from '../dialogs/choice-list.js';
import { fieldKey, fieldLines, fieldPaste } from '../dialogs/text-field.js';
import type { InputEvent } from '../input/parse-keys.js';
import { emptyBuffer, type TextBuffer } from '../input/text-buffer.js';
import { wrapped } from '../render/lines.js';
import type { Style } from '../render/style.js';

export type ReconcileStep =
  | { readonly kind: 'verdict'; readonly selected: number }
  | { readonly kind: 'note'; readonly verdict: Verdict; readonly buffer: TextBuffer }
  | { readonly kind: 'confirm'; readonly verdict: Verdict; readonly note: string; readonly selected: number };

/** What a person found, to be put on record. */
export interface Finding {
  readonly verdict: Verdict;
  readonly note: string;
}

export type ReconcileChange =
  | { readonly kind: 'step'; readonly step: ReconcileStep }
  | { readonly kind: 'back' }
  | ({ readonly kind: 'found' } & Finding);

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  committed: 'It was done',
  not_committed: 'It was not done, and will not be any more',
  still_unknown: 'I do not know yet',
};

const CONFIRM: readonly Choice<'back' | 'found'>[] = [
  { label: 'No, go back (Esc)', value: 'back' },
  { label: 'Yes, put it on record', value: 'found' },
];

/** The first step that is still to be taken. */
export function firstStep({ verdict, note = '' }: Partial<Finding>): ReconcileStep {
  if (verdict === undefined) return { kind: 'verdict', selected: 0 };
  return note === '' ? noteStep(verdict, '') : { kind: 'confirm', verdict, note, selected: 0 };
}

const noteStep = (verdict: Verdict, text: string): ReconcileStep => ({
  kind: 'note',
  verdict,
  buffer: { ...emptyBuffer, text, cursor: text.length },
});

const verdictChoices = (state: OutcomeState): readonly Choice<Verdict>[] =>
  VERDICTS.filter((verdict) => checkVerdict(state, verdict).kind === 'allowed').map((value) => ({
    label: VERDICT_WORDS[value],
    value,
  }));

/** undefined: the key means nothing here. */
export function reconcileChange(
  step: ReconcileStep,
  event: InputEvent,
  state: OutcomeState,
): ReconcileChange | undefined {
  const to = (next: ReconcileStep): ReconcileChange => ({ kind: 'step', step: next });
  if (step.kind === 'note') return noteChange(step, event);
  if (event.kind === 'paste') return undefined;
  if (step.kind === 'verdict') {
    const key = listKey(verdictChoices(state), step.selected, event.id);
    if (key?.kind === 'moved') return to({ ...step, selected: key.selected });
    if (key?.kind === 'chosen') return to(noteStep(key.value, ''));
    return key && { kind: 'back' };
  }
  const key = listKey(CONFIRM, step.selected, event.id);
  if (key?.kind === 'moved') return to({ ...step, selected: key.selected });
  if (key?.kind === 'chosen' && key.value === 'found') {
    return { kind: 'found', verdict: step.verdict, note: step.note };
  }
  return key && to(noteStep(step.verdict, step.note));
}

function noteChange(step: Extract<ReconcileStep, { kind: 'note' }>, event: InputEvent): ReconcileChange | undefined {
  const { verdict, buffer } = step;
  const to = (next: ReconcileStep): ReconcileChange => ({ kind: 'step', step: next });
  if (event.kind === 'paste') return to({ ...step, buffer: fieldPaste(buffer, event.text) });
  const key = fieldKey(buffer, event);
  switch (key?.kind) {
    case 'changed':
      return to({ ...step, buffer: key.buffer });
    case 'dismissed':
      return to({ kind: 'verdict', selected: 0 });
    case 'sent':
      return key.text === '' ? undefined : to({ kind: 'confirm', verdict, note: key.text, selected: 0 });
    default:
      return undefined;
  }
}

export interface ReconcileLook {
  readonly style: Style;
  readonly width: number;
  readonly ready: boolean;
  readonly state: OutcomeState;
  /** What follows from each verdict, in a sentence or two. */
  readonly follows: Readonly<Record<Verdict, string>>;
}

export function reconcileLines(step: ReconcileStep, look: ReconcileLook): string[] {
  const { style, width, ready, state, follows } = look;
  const hint = (text: string): string[] => (ready ? wrapped(text, width).map(style.muted) : ['']);
  switch (step.kind) {
    case 'verdict':
      return [
        ...wrapped('What did you find in the system it works on?', width).map(style.bold),
        ...listLines(verdictChoices(state), { style, width, selected: step.selected }),
        ...hint(`${LIST_HINT}, Esc goes back`),
      ];
    case 'note':
      return [
        ...wrapped(`${VERDICT_WORDS[step.verdict]}. How do you know?`, width).map(style.bold),
        ...fieldLines(step.buffer, { style, width }),
        ...hint(
          'Where you looked, what you saw, until when it is true. It is kept on disk: no card numbers, no tokens.',
        ),
        ...hint('Enter goes on, Esc goes back'),
      ];
    case 'confirm':
      return [
        ...wrapped('Is this right?', width).map(style.bold),
        ...wrapped(`${VERDICT_WORDS[step.verdict]}: ${step.note}`, width),
        ...wrapped(follows[step.verdict], width),
        '',
        ...listLines(CONFIRM, { style, width, selected: step.selected }),
        ...hint(LIST_HINT),
      ];
  }
}
