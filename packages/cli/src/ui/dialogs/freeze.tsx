/** An identical call has an unknown outcome: is this one to be sent all the same? Without an answer it is not. */
import type { ReactElement } from 'react';
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { useCurrent, useLook } from '../app/hooks.js';
import { LinesView } from '../components/lines-view.js';
import { framed, wrapped } from '../render/lines.js';
import { listKey, listLines, LIST_HINT, type Choice } from './choice-list.js';
import type { Dialog } from './dialog-desk.js';
import { useDialogKeys, useDialogReady } from './dialog-host.js';

export type FreezeResult = 'send' | 'refuse';

const CHOICES: readonly Choice<FreezeResult>[] = [
  { label: 'Do not send it (Esc)', value: 'refuse' },
  { label: 'Send it once more: I know that the first did not happen', value: 'send' },
];

export const freezeDialog = (record: Outcome): Dialog<FreezeResult> => ({
  name: 'freeze',
  render: (done) => <Freeze record={record} done={done} />,
});

function Freeze({
  record,
  done,
}: {
  readonly record: Outcome;
  readonly done: (result: FreezeResult) => void;
}): ReactElement {
  const selected = useCurrent(0);
  const { style, width } = useLook();
  const ready = useDialogReady();
  useDialogKeys((id) => {
    const key = listKey(CHOICES, selected.now(), id);
    if (key?.kind === 'moved') selected.set(key.selected);
    else if (key?.kind === 'chosen') done(key.value);
    else if (key?.kind === 'dismissed') done('refuse');
  });
  const inner = width - 4;
  const { server, tool } = record.intent;
  const text = [
    `The same call, ${printableText(tool)} on ${printableText(server)}, was sent on ${record.at.replace('T', ' ').slice(0, 16)} UTC and never answered (record ${record.id}).`,
    'It may have completed. Look at the system it works on first.',
  ];
  const lines = [
    ...text.flatMap((line) => wrapped(line, inner)),
    '',
    ...listLines(CHOICES, { style, width: inner, selected: selected.shown }),
    ...(ready ? wrapped(LIST_HINT, inner).map(style.muted) : ['']),
  ];
  return (
    <LinesView lines={framed('Held back: an earlier outcome is unknown', lines, { width, paint: style.warning })} />
  );
}
