/** A call that did not happen: is it to be sent once more? Shows the record and what would be sent. Without a yes it is not. */
import type { ReactElement } from 'react';
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { useCurrent, useLook, useScreenSize } from '../app/hooks.js';
import { LinesView } from '../components/lines-view.js';
import { callName, outcomeFacts, type Onlooker } from '../outcomes/outcome-words.js';
import { wrapped } from '../render/lines.js';
import { factLines, panelLines } from '../render/panel.js';
import { listKey, listLines, LIST_HINT, type Choice } from './choice-list.js';
import type { Dialog } from './dialog-desk.js';
import { useDialogKeys, useDialogReady } from './dialog-host.js';

export interface RetryProps {
  readonly outcome: Outcome;
  readonly onlooker: Onlooker;
  /** Safe to print. */
  readonly args: string;
}

const CHOICES: readonly Choice<boolean>[] = [
  { label: 'Do not send it (Esc)', value: false },
  { label: 'Send it once more, with the same idempotency key', value: true },
];

/** Facts, choices, frame, and what stands around the dialog. */
const AROUND_ROWS = 22;

export const retryDialog = (props: RetryProps): Dialog<boolean> => ({
  name: 'retry',
  render: (done) => <Retry {...props} done={done} />,
});

function Retry({ outcome, onlooker, args, done }: RetryProps & { done(send: boolean): void }): ReactElement {
  const selected = useCurrent(0);
  const { style, marks, width } = useLook();
  const { rows } = useScreenSize();
  const ready = useDialogReady();
  useDialogKeys((id) => {
    const key = listKey(CHOICES, selected.now(), id);
    if (key?.kind === 'moved') selected.set(key.selected);
    else if (key !== undefined) done(key.kind === 'chosen' && key.value);
  });
  const inner = width - 4;
  const shown = wrapped(args, inner);
  const most = Math.max(3, rows - AROUND_ROWS);
  const rest = shown.length > most ? [style.warning(`… ${shown.length - most} more lines`)] : [];
  const lines = [
    ...wrapped('It is on record that this call did not happen. It would be sent once, with these arguments:', inner),
    ...shown.slice(0, most).map(style.code),
    ...rest,
    '',
    ...factLines(outcomeFacts(outcome, onlooker), { style, width: inner }),
    '',
    ...listLines(CHOICES, { style, width: inner, selected: selected.shown }),
    ...(ready ? wrapped(LIST_HINT, inner).map(style.muted) : ['']),
  ];
  return <LinesView lines={panelLines(`Send ${callName(outcome)} once more?`, lines, { style, marks, width })} />;
}
