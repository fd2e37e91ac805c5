/**
 * Asks the person at the terminal about a call: works out what can be remembered, shows the dialog, and carries out the answer.
 * Tools that are questions themselves have a dialog of their own (own-dialogs). No answer is a no.
 */
import { firstMatch } from '@qwen-code/qwen-code-core/scheduler/rule.js';
import { isProtected } from '@qwen-code/qwen-code-core/scheduler/protected-files.js';
import { effectiveMode } from '@qwen-code/qwen-code-core/scheduler/approve.js';
import { judgeCall, type JudgedCall } from '@qwen-code/qwen-code-core/scheduler/judge-call.js';
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
import type { ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import { approvalDialog, type ApprovalResult } from '../dialogs/approval.js';
import type { DialogDesk } from '../dialogs/dialog-desk.js';
import type { Store } from '../state/store.js';
import { toolView } from '../state/tool-view.js';
import type { UiEvent } from '../state/ui-event.js';
import type { ViewState } from '../state/view-state.js';
import { changePreview } from './change-preview.js';
import { modifiedArguments, type EditFile } from './modified-arguments.js';
import { OWN_DIALOGS } from './own-dialogs.js';
import { subjectOf } from './subject.js';

export interface UiApproverPorts {
  readonly dialogs: DialogDesk;
  readonly store: Store<ViewState, UiEvent>;
  readonly cwd: string;
  policy(): ApprovalPolicy;
  setMode(mode: ApprovalMode): void;
  /** What comes after plan mode, unless another mode is set. */
  modeAfterPlan(): ApprovalMode;
  /** The settings that rules are written to, as the person is to read it. */
  readonly files: { readonly project: string; readonly user: string };
  /** undefined: the person has set no editor. */
  editFile(): EditFile | undefined;
  /** Writes the rule down and lets it count; resolves with the file. Rejects with a QwenError. */
  remember(rule: string, scope: 'project' | 'user'): Promise<string>;
  /** Ends the run. */
  stop(): void;
}

const REFUSED = 'The user refused this call. Do not try it again in another way; wait for what they say.';

export function createUiApprover(ports: UiApproverPorts): Approver {
  const { store } = ports;
  return async (request, signal) => {
    const { callId, tool, args, agent } = request;
    const own = OWN_DIALOGS[tool.name];
    const ask = (): Promise<ApprovalAnswer> =>
      own === undefined ? askToAllow(request, signal, ports) : own(request, signal, ports);
    // The calls of a sub-agent have no line of their own, and ids that others may have as well.
    if (agent !== undefined) return ask();
    store.dispatch({ type: 'call-asking', callId, tool: toolView(tool.name, args) });
    try {
      return await ask();
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
  const { tool, args, reason, agent } = request;
  const policy = ports.policy();
  const [call, preview] = await Promise.all([judgeCall(tool, args, policy.dirs), changePreview(tool, args, ports.cwd)]);
  const edit = preview?.kind === 'diff' ? ports.editFile() : undefined;
  const dialog = approvalDialog({
    subject: subjectOf(request, { cwd: ports.cwd, preview, shell: call.shell }),
    reason: reason === undefined ? undefined : printableText(reason),
    agent: agent === undefined ? undefined : printableText(agent),
    suggestion: suggestionFor(call, policy),
    trusted: policy.workspaceTrusted,
    autoAsks: effectiveMode(policy) === 'auto' && reason !== undefined,
    modifiable: edit !== undefined,
    files: ports.files,
  });
  const result = await ports.dialogs.ask(dialog, { rank: 'question', signal });
  if (result === undefined) return { behavior: 'deny', shown: REFUSED };
  if (result.kind === 'modify' && edit !== undefined) return askAgain(request, edit, { signal, ports });
  return carryOut(result, ports);
}

/** What was written in the editor is shown before it counts. */
async function askAgain(
  request: ApprovalRequest,
  edit: EditFile,
  { signal, ports }: { readonly signal: AbortSignal; readonly ports: UiApproverPorts },
): Promise<ApprovalAnswer> {
  const tell = (error: unknown): ToolArguments => {
    ports.store.dispatch({ type: 'item', item: { kind: 'notice', tone: 'error', text: shownText(error) } });
    return request.args;
  };
  const args = await modifiedArguments(request, ports.cwd, edit).catch(tell);
  const answer = await askToAllow({ ...request, args }, signal, ports);
  return answer.behavior === 'allow' ? { args, ...answer } : answer;
}

/** Nothing is remembered where a rule of the user asks every time, or where the mode would not cover the call. */
function suggestionFor(call: JudgedCall, policy: ApprovalPolicy): Suggestion {
  if (firstMatch(policy.rules.ask, call) !== undefined) return { kind: 'none' };
  const suggestion = suggestRule(call);
  return suggestion.kind === 'mode' && isProtected(call) ? { kind: 'none' } : suggestion;
}

async function carryOut(result: ApprovalResult, ports: UiApproverPorts): Promise<ApprovalAnswer> {
  if (result.kind === 'no') {
    if (result.feedback !== '')
      return { behavior: 'deny', shown: `The user refused this call and said: ${result.feedback}` };
    ports.stop();
    return { behavior: 'deny', shown: REFUSED };
  }
  if (result.kind === 'mode') ports.setMode(result.mode);
  if (result.kind === 'always') await remember(result, ports);
  return { behavior: 'allow' };
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
