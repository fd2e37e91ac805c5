/**
 * Turns the approval decision into a yes or a no, asking the model or a person when it must. A cancel while the question is
 * open is a no, and so is an approver that breaks its word and throws.
 */
import type { DebugLog } from '../shared/debug-log.js';
import { approve } from './approve.js';
import { judgeCall } from './judge-call.js';
import type { Approval, ApprovalAnswer, ApprovalPolicy, ApprovalRequest, Approver, Classify } from './types.js';

export type Permission = ApprovalAnswer | { readonly behavior: 'cancelled' };

export interface PermissionPorts {
  readonly policy: () => ApprovalPolicy;
  readonly approver: Approver;
  /** Judges calls in mode `auto`. Missing: they are asked about. */
  readonly classify?: Classify | undefined;
  readonly debug?: DebugLog | undefined;
}

export async function permission(
  request: ApprovalRequest,
  signal: AbortSignal,
  ports: PermissionPorts,
): Promise<Permission> {
  const answered = new AbortController();
  try {
    return await Promise.race([decide(request, signal, ports), cancelled(signal, answered.signal)]);
  } catch (error) {
    ports.debug?.('scheduler', `the question about ${request.tool.name} could not be asked`, error);
    return { behavior: 'deny', shown: `${request.tool.name} was not run: the question about it could not be asked.` };
  } finally {
    answered.abort();
  }
}

async function decide(request: ApprovalRequest, signal: AbortSignal, ports: PermissionPorts): Promise<Permission> {
  const approval = await approvalOf(request, ports);
  if (approval.kind === 'allow') return { behavior: 'allow' };
  if (approval.kind === 'deny') return { behavior: 'deny', shown: approval.shown };
  if (approval.kind === 'ask') return ask(request, signal, ports);
  const judgement = await ports.classify?.(request, signal);
  if (judgement?.verdict === 'allow') return { behavior: 'allow' };
  if (judgement?.verdict === 'deny') return { behavior: 'deny', shown: refusedByAuto(request) };
  return ask({ ...request, reason: judgement?.reason }, signal, ports);
}

async function approvalOf({ tool, args }: ApprovalRequest, { policy }: PermissionPorts): Promise<Approval> {
  return approve(policy(), await judgeCall(tool, args, policy().dirs));
}

/** What a host puts in the place of the model's arguments is held against the deny rules as well. */
async function ask(request: ApprovalRequest, signal: AbortSignal, ports: PermissionPorts): Promise<Permission> {
  const answer = await ports.approver(request, signal);
  if (answer.behavior === 'deny' || answer.args === undefined) return answer;
  const changed = await approvalOf({ ...request, args: answer.args }, ports);
  return changed.kind === 'deny' ? { behavior: 'deny', shown: changed.shown } : answer;
}

const refusedByAuto = ({ tool }: ApprovalRequest): string =>
  `${tool.name} was not run: approval mode auto judged that the user did not ask for this. ` +
  'Do not try to get round it; go on without it, or ask the user.';

function cancelled(signal: AbortSignal, answered: AbortSignal): Promise<Permission> {
  return new Promise((resolve) => {
    const onAbort = (): void => resolve({ behavior: 'cancelled' });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true, signal: answered });
  });
}
