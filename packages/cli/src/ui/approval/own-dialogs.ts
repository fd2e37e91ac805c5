/** Tools whose approval is a question of its own, with the dialog that asks it: a line each. */
import type { ApprovalAnswer, ApprovalRequest } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { questionDialog } from '../dialogs/question.js';
import { planDialog } from '../dialogs/plan.js';
import { answersOf, askedQuestions } from '../questions/asked-questions.js';
import { safeText } from '../render/safe-text.js';
import type { UiApproverPorts } from './ui-approver.js';

export type OwnDialog = (
  request: ApprovalRequest,
  signal: AbortSignal,
  ports: UiApproverPorts,
) => Promise<ApprovalAnswer>;

export const OWN_DIALOGS: Readonly<Record<string, OwnDialog>> = {
  ask_user_question: askQuestions,
  exit_plan_mode: askAboutPlan,
};

const DECLINED = 'The user declined to answer. Go on without an answer if you can; do not ask the same again.';

async function askQuestions(
  { args }: ApprovalRequest,
  signal: AbortSignal,
  { dialogs }: UiApproverPorts,
): Promise<ApprovalAnswer> {
  const questions = askedQuestions(args);
  const chosen = await dialogs.ask(questionDialog(questions), { rank: 'question', signal });
  if (chosen === undefined) return { behavior: 'deny', shown: DECLINED };
  return { behavior: 'allow', args: { ...args, answers: answersOf(questions, chosen) } };
}

const NO_PLAN = 'The user does not agree to the plan yet. Plan mode goes on; wait for what they say.';

/** The mode is set before the call runs: leaving plan mode then leaves it as it is. */
async function askAboutPlan(
  { args }: ApprovalRequest,
  signal: AbortSignal,
  { dialogs, policy, modeAfterPlan, setMode, stop }: UiApproverPorts,
): Promise<ApprovalAnswer> {
  const plan = safeText(String(args['plan']));
  const dialog = planDialog({ plan, before: modeAfterPlan(), trusted: policy().workspaceTrusted });
  const result = (await dialogs.ask(dialog, { rank: 'question', signal })) ?? { kind: 'keep', feedback: '' };
  if (result.kind === 'go') {
    setMode(result.mode);
    return { behavior: 'allow' };
  }
  if (result.feedback !== '')
    return { behavior: 'deny', shown: `The user wants another plan and said: ${result.feedback} Plan mode goes on.` };
  stop();
  return { behavior: 'deny', shown: NO_PLAN };
}
