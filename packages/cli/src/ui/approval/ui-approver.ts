/**
 * Asks the person at the terminal about a call: works out what can be remembered, shows the dialog, and carries out the answer.
 * Tools that are questions themselves have a dialog of their own (own-dialogs). No answer is a no.
 */
import { firstMatch } from '@qwen-code/qwen-code-core/scheduler/rule.js';
import { isProtected } from '@qwen-code/qwen-code-core/scheduler/protected-files.js';
import { judgeCall } from '@qwen-code/qwen-code-core/scheduler/judge-call.js';
import { suggestRule, type Suggestion } from '@qwen-code/qwen-code-core/scheduler/suggest-rule.js';
import type {
  ApprovalAnswer,
  ApprovalMode,
  ApprovalPolicy,
  ApprovalRequest,
  Approver,
} from '@qwen-code/qwen-code-core/scheduler/types.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { approvalDialog, type ApprovalResult } from '../dialogs/approval.js';
import type { DialogDesk } from '../dialogs/dialog-desk.js';
import type { Store } from '../state/store.js';
import { toolView } from '../state/tool-view.js';
import type { UiEvent } from '../state/ui-event.js';
import type { ViewState } from '../state/view-state.js';
import { changePreview } from './change-preview.js';
import { OWN_DIALOGS } from './own-dialogs.js';
import { subjectOf } from './subject.js';

export interface UiApproverPorts {
  readonly dialogs: DialogDesk;
  readonly store: Store<ViewState, UiEvent>;
  readonly cwd: string;
  policy(): ApprovalPolicy;
  setMode(mode: ApprovalMode): void;
  /** Writes the rule down and lets it count; resolves with the file. Rejects with a QwenError. */
  remember(rule: string, scope: 'project' | 'user'): Promise<string>;
  /** Ends the run. */
  stop(): void;
}

const REFUSED = 'The user refused this call. Do not try it again in another way; wait for what they say.';

export function createUiApprover(ports: UiApproverPorts): Approver {
  const { store } = ports;
  return async (request, signal) => {
    const { callId, tool, args } = request;
    store.dispatch({ type: 'call-asking', callId, tool: toolView(tool.name, args) });
    try {
      const own = OWN_DIALOGS[tool.name];
      return own === undefined ? await askToAllow(request, signal, ports) : await own(request, signal, ports);
    } finally {
      store.dispatch({ type: 'call-answered', callId });
    }
  };
}

async function askToAllow(
  request: ApprovalRequest,
  signal: AbortSignal,
  ports: UiApproverPorts,
): Promise<ApprovalAnswer> {
  const { tool, args, reason } = request;
  const policy = ports.policy();
  const [suggestion, preview] = await Promise.all([
    suggestionFor(request, policy),
    changePreview(tool, args, ports.cwd),
  ]);
  const dialog = approvalDialog({
    subject: subjectOf(request, preview),
    reason: reason === undefined ? undefined : printableText(reason),
    suggestion,
    trusted: policy.workspaceTrusted,
  });
  const result = await ports.dialogs.ask(dialog, { rank: 'question', signal });
  return result === undefined ? { behavior: 'deny', shown: REFUSED } : carryOut(result, ports);
}

/** Nothing is remembered where a rule of the user asks every time, or where the mode would not cover the call. */
async function suggestionFor({ tool, args }: ApprovalRequest, policy: ApprovalPolicy): Promise<Suggestion> {
  const call = await judgeCall(tool, args, policy.dirs);
  if (firstMatch(policy.rules.ask, call) !== undefined) return { kind: 'none' };
  const suggestion = suggestRule(call);
  return suggestion.kind === 'mode' && isProtected(call) ? { kind: 'none' } : suggestion;
}

async function carryOut(result: ApprovalResult, ports: UiApproverPorts): Promise<ApprovalAnswer> {
  switch (result.kind) {
    case 'once':
      return { behavior: 'allow' };
    case 'mode':
      ports.setMode(result.mode);
      return { behavior: 'allow' };
    case 'always':
      await remember(result, ports);
      return { behavior: 'allow' };
    case 'no':
      if (result.feedback !== '')
        return { behavior: 'deny', shown: `The user refused this call and said: ${result.feedback}` };
      ports.stop();
      return { behavior: 'deny', shown: REFUSED };
  }
}

/** The call itself was allowed, whether or not the rule could be written. */
async function remember(
  { rule, scope }: Extract<ApprovalResult, { kind: 'always' }>,
  { store, ...ports }: UiApproverPorts,
): Promise<void> {
  try {
    const file = await ports.remember(rule, scope);
    store.dispatch({
      type: 'item',
      item: { kind: 'notice', tone: 'info', text: `Allowed from now on: ${rule} (written to ${file}).` },
    });
  } catch (error) {
    store.dispatch({ type: 'item', item: { kind: 'notice', tone: 'error', text: shownText(error) } });
  }
}
