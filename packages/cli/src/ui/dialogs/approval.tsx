/** May this call run? Shows what it would do and takes one answer. */
import { approvalChoices, type ApprovalChoice, type ApprovalFacts } from '../approval/options.js';
import { subjectLines, TITLES } from '../approval/subject-lines.js';
import type { ApprovalSubject } from '../approval/subject.js';
import { wrapped } from '../render/lines.js';
import type { Look } from '../render/look.js';
import { AnswerDialog } from './answer.js';
import type { Dialog } from './dialog-desk.js';

export interface ApprovalProps extends ApprovalFacts {
  readonly subject: ApprovalSubject;
  /** Why it is asked, where that is not plain. */
  readonly reason: string | undefined;
  /** The sub-agent that wants it; undefined: the conversation itself. */
  readonly agent: string | undefined;
}

export type ApprovalResult =
  | ApprovalChoice
  /** `feedback` is for the model; empty: the turn ends. */
  | { readonly kind: 'no'; readonly feedback: string };

export const approvalDialog = (props: ApprovalProps): Dialog<ApprovalResult> => ({
  name: 'approval',
  render: (done) => (
    <AnswerDialog<ApprovalChoice>
      title={TITLES[props.subject.kind]}
      body={(look) => bodyLines(props, look)}
      choices={approvalChoices(props)}
      askWords="No. What should the model do instead?"
      onYes={done}
      onNo={(feedback) => done({ kind: 'no', feedback })}
    />
  ),
});

function bodyLines({ reason, agent, subject }: ApprovalProps, look: Look): string[] {
  const { style, width } = look;
  return [
    ...(agent === undefined ? [] : wrapped(`For the sub-agent ${agent}`, width).map(style.info)),
    ...(reason === undefined || reason === '' ? [] : wrapped(reason, width).map(style.warning)),
    ...subjectLines(subject, look),
  ];
}
