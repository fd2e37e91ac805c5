/** Is this plan to be carried out, and under which approval mode? */
import { planChoices, type PlanFacts } from '../approval/plan-choices.js';
import { markdownLines } from '../render/markdown.js';
import type { ApprovalMode } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { AnswerDialog } from './answer.js';
import type { Dialog } from './dialog-desk.js';

export interface PlanProps extends PlanFacts {
  /** Markdown, safe to print. */
  readonly plan: string;
}

export type PlanResult =
  | { readonly kind: 'go'; readonly mode: ApprovalMode }
  /** Plan mode goes on. `feedback` is for the model; empty: the turn ends. */
  | { readonly kind: 'keep'; readonly feedback: string };

export const planDialog = (props: PlanProps): Dialog<PlanResult> => ({
  name: 'plan',
  render: (done) => (
    <AnswerDialog<ApprovalMode>
      title="Carry out this plan?"
      body={(look) => markdownLines(props.plan, look)}
      choices={planChoices(props)}
      askWords="No. What should be planned differently?"
      onYes={(mode) => done({ kind: 'go', mode })}
      onNo={(feedback) => done({ kind: 'keep', feedback })}
    />
  ),
});
