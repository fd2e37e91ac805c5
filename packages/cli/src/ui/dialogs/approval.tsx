/**
 * May this call run? Shows what it would do and takes one answer. Esc is a no at any time; a no may come with words for the
 * model.
 */
import type { ReactElement } from 'react';
import { useCurrent, useLook, useScreenSize } from '../app/hooks.js';
import { approvalChoices, type ApprovalChoice, type ApprovalFacts } from '../approval/options.js';
import { subjectLines, TITLES } from '../approval/subject-lines.js';
import type { ApprovalSubject } from '../approval/subject.js';
import { LinesView } from '../components/lines-view.js';
import { actionOf, EDIT_KEYS } from '../input/key-bindings.js';
import { edit, emptyBuffer, insert, type TextBuffer } from '../input/text-buffer.js';
import { framed, wrapped } from '../render/lines.js';
import { listKey, listLines, LIST_HINT } from './choice-list.js';
import type { Dialog } from './dialog-desk.js';
import { useDialogKeys, useDialogReady } from './dialog-host.js';

export interface ApprovalProps extends ApprovalFacts {
  readonly subject: ApprovalSubject;
  /** Why it is asked, where that is not plain. */
  readonly reason: string | undefined;
}

export type ApprovalResult =
  | Exclude<ApprovalChoice, { kind: 'no' }>
  /** `feedback` is for the model; empty: the turn ends. */
  | { readonly kind: 'no'; readonly feedback: string };

export const approvalDialog = (props: ApprovalProps): Dialog<ApprovalResult> => ({
  name: 'approval',
  render: (done) => <Approval {...props} done={done} />,
});

function Approval({
  done,
  ...props
}: ApprovalProps & { readonly done: (result: ApprovalResult) => void }): ReactElement {
  const choices = approvalChoices(props);
  const selected = useCurrent(0);
  const feedback = useCurrent<TextBuffer | undefined>(undefined);
  useDialogKeys((id, text) => {
    const typed = feedback.now();
    if (typed !== undefined) {
      onFeedbackKey(typed, { id, text }, { done, setFeedback: feedback.set });
      return;
    }
    const key = listKey(choices, selected.now(), id);
    if (key?.kind === 'moved') selected.set(key.selected);
    else if (key?.kind === 'dismissed') done({ kind: 'no', feedback: '' });
    else if (key?.kind === 'chosen' && key.value.kind === 'no') feedback.set(emptyBuffer);
    else if (key?.kind === 'chosen' && key.value.kind !== 'no') done(key.value);
  });
  return <LinesView lines={useApprovalLines(props, { choices, selected: selected.shown, feedback: feedback.shown })} />;
}

interface FeedbackPorts {
  done(result: ApprovalResult): void;
  setFeedback(buffer: TextBuffer): void;
}

function onFeedbackKey(
  buffer: TextBuffer,
  key: { readonly id: string; readonly text: string },
  ports: FeedbackPorts,
): void {
  if (key.id === 'escape') ports.done({ kind: 'no', feedback: '' });
  else if (key.id === 'enter') ports.done({ kind: 'no', feedback: buffer.text.trim() });
  else {
    const command = actionOf(EDIT_KEYS, key.id);
    if (command !== undefined && command !== 'newline') ports.setFeedback(edit(buffer, command));
    else if (key.text !== '') ports.setFeedback(insert(buffer, key.text));
  }
}

/** Frame, choices, hint, and what stands around the dialog. */
const AROUND_ROWS = 16;

interface ApprovalView {
  readonly choices: ReturnType<typeof approvalChoices>;
  readonly selected: number;
  readonly feedback: TextBuffer | undefined;
}

function useApprovalLines({ subject, reason }: ApprovalProps, { choices, selected, feedback }: ApprovalView): string[] {
  const { style, width } = useLook();
  const { rows } = useScreenSize();
  const ready = useDialogReady();
  const inner = width - 4;
  const body = [
    ...(reason === undefined ? [] : wrapped(reason, inner).map(style.warning)),
    ...subjectLines(subject, { style, width: inner, maxLines: Math.max(3, rows - AROUND_ROWS) }),
    '',
  ];
  if (feedback !== undefined) {
    const typed = `${feedback.text.slice(0, feedback.cursor)}${style.inverse(feedback.text.slice(feedback.cursor, feedback.cursor + 1) || ' ')}${feedback.text.slice(feedback.cursor + 1)}`;
    const lines = [
      'No. What should the model do instead?',
      ...wrapped(`> ${typed}`, inner),
      style.muted('Enter to send; with nothing to say, or Esc, the turn ends'),
    ];
    return framed(TITLES[subject.kind], [...body, ...lines.flatMap((line) => wrapped(line, inner))], {
      width,
      paint: style.warning,
    });
  }
  const list = listLines(choices, { style, width: inner, selected });
  const hint = ready ? [style.muted(LIST_HINT)] : [''];
  return framed(TITLES[subject.kind], [...body, ...list, ...hint.flatMap((line) => wrapped(line, inner))], {
    width,
    paint: style.warning,
  });
}
