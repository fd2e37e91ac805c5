/**
 * An identical call has an unknown outcome: is this one to be sent all the same? Whoever finds out on the spot can say so
 * here. Without an answer it is not sent.
 */
import type { ReactElement } from 'react';
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import type { Verdict } from '@qwen-code/qwen-code-core/mcp/journal/records.js';
import { useCurrent, useLook } from '../app/hooks.js';
import { LinesView } from '../components/lines-view.js';
import type { InputEvent } from '../input/parse-keys.js';
import { outcomeFacts, type Onlooker } from '../outcomes/outcome-words.js';
import {
  firstStep,
  reconcileChange,
  reconcileLines,
  type Finding,
  type ReconcileStep,
} from '../outcomes/reconcile-steps.js';
import { wrapped } from '../render/lines.js';
import type { Look } from '../render/look.js';
import { factLines, panelLines } from '../render/panel.js';
import { listKey, listLines, LIST_HINT, type Choice } from './choice-list.js';
import type { Dialog } from './dialog-desk.js';
import { useDialogInput, useDialogReady } from './dialog-host.js';

export type FreezeResult = { readonly kind: 'send' | 'refuse' } | ({ readonly kind: 'found' } & Finding);

const CHOICES: readonly Choice<'refuse' | 'reconcile' | 'send'>[] = [
  { label: 'Do not send it (Esc)', value: 'refuse' },
  { label: 'Say what became of the first one', value: 'reconcile' },
  { label: 'Send it once more: I know that the first did not happen', value: 'send' },
];

/** What becomes of the call that waits. */
const FOLLOWS: Readonly<Record<Verdict, string>> = {
  committed: 'The call that waits is then not sent, and the model is told that it is done.',
  not_committed: 'The call that waits is then sent, once, with the same idempotency key.',
  still_unknown: 'The call that waits is then not sent.',
};

interface FreezeProps {
  readonly record: Outcome;
  readonly onlooker: Onlooker;
}

export const freezeDialog = (props: FreezeProps): Dialog<FreezeResult> => ({
  name: 'freeze',
  render: (done) => <Freeze {...props} done={done} />,
});

type FreezeState = { readonly kind: 'question'; readonly selected: number } | ReconcileStep;

const QUESTION: FreezeState = { kind: 'question', selected: 0 };

function Freeze({ record, onlooker, done }: FreezeProps & { done(result: FreezeResult): void }): ReactElement {
  const state = useCurrent<FreezeState>(QUESTION);
  const look = useLook();
  const ready = useDialogReady();
  useDialogInput((event) => {
    const change = freezeChange(state.now(), event, record);
    if (change?.kind === 'state') state.set(change.state);
    else if (change !== undefined) done(change);
  });
  return <LinesView lines={freezeLines({ record, onlooker }, state.shown, { ...look, ready })} />;
}

type FreezeChange = { readonly kind: 'state'; readonly state: FreezeState } | FreezeResult;

function freezeChange(state: FreezeState, event: InputEvent, record: Outcome): FreezeChange | undefined {
  const to = (next: FreezeState): FreezeChange => ({ kind: 'state', state: next });
  if (state.kind !== 'question') {
    const change = reconcileChange(state, event, record.state);
    if (change?.kind === 'step') return to(change.step);
    return change?.kind === 'back' ? to(QUESTION) : change;
  }
  const key = event.kind === 'key' ? listKey(CHOICES, state.selected, event.id) : undefined;
  if (key?.kind === 'moved') return to({ ...state, selected: key.selected });
  if (key?.kind === 'dismissed') return { kind: 'refuse' };
  if (key?.kind !== 'chosen') return undefined;
  return key.value === 'reconcile' ? to(firstStep({})) : { kind: key.value };
}

function freezeLines(
  { record, onlooker }: FreezeProps,
  state: FreezeState,
  look: Look & { readonly ready: boolean },
): string[] {
  const { style, ready } = look;
  const width = look.width - 4;
  const below =
    state.kind === 'question'
      ? [
          ...listLines(CHOICES, { style, width, selected: state.selected }),
          ...(ready ? wrapped(LIST_HINT, width).map(style.muted) : ['']),
        ]
      : reconcileLines(state, { style, width, ready, state: record.state, follows: FOLLOWS });
  const lines = [
    ...wrapped('The same call was made before, and nobody knows whether it was done:', width),
    ...factLines(outcomeFacts(record, onlooker), { style, width }),
    '',
    ...below,
  ];
  return panelLines('Held back: outcome unknown', lines, look);
}
