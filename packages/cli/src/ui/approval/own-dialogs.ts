/** Tools whose approval is a question of its own, with the dialog that asks it: a line each. */
import type { ApprovalAnswer, ApprovalRequest } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { UiApproverPorts } from './ui-approver.js';

export type OwnDialog = (
  request: ApprovalRequest,
  signal: AbortSignal,
  ports: UiApproverPorts,
) => Promise<ApprovalAnswer>;

export const OWN_DIALOGS: Readonly<Record<string, OwnDialog>> = {};
