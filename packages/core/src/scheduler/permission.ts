/**
 * Turns the approval decision into a yes or a no, asking when it must. A cancel while the question is open is a no, and so is
 * an approver that breaks its word and throws.
 */
import { noDebugLog, type DebugLog } from '../shared/debug-log.js';
import { approve } from './approve.js';
import type { ApprovalAnswer, ApprovalPolicy, ApprovalRequest, Approver } from './types.js';

export type Permission = ApprovalAnswer | { readonly behavior: 'cancelled' };

export interface PermissionPorts {
  readonly policy: () => ApprovalPolicy;
  readonly approver: Approver;
  readonly debug?: DebugLog | undefined;
}

export async function permission(
  request: ApprovalRequest,
  signal: AbortSignal,
  { policy, approver, debug = noDebugLog }: PermissionPorts,
): Promise<Permission> {
  const approval = approve(policy(), request.tool, request.args);
  if (approval.kind === 'allow') return { behavior: 'allow' };
  if (approval.kind === 'deny') return { behavior: 'deny', shown: approval.shown };
  const answered = new AbortController();
  try {
    return await Promise.race([approver(request, signal), cancelled(signal, answered.signal)]);
  } catch (error) {
    debug('scheduler', `the approver threw over ${request.tool.name}`, error);
    return { behavior: 'deny', shown: `${request.tool.name} was not run: the question about it could not be asked.` };
  } finally {
    answered.abort();
  }
}

function cancelled(signal: AbortSignal, answered: AbortSignal): Promise<Permission> {
  return new Promise((resolve) => {
    const onAbort = (): void => resolve({ behavior: 'cancelled' });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true, signal: answered });
  });
}
