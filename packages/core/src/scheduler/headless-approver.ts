/**
 * Answers for nobody: in a headless run a call that would ask is denied, with the narrowest flag or rule that would allow it.
 */
import { effectiveMode } from './approve.js';
import { judgeCall, type JudgedCall } from './judge-call.js';
import { isProtected } from './protected-files.js';
import { firstMatch } from './rule.js';
import { suggestRule } from './suggest-rule.js';
import type { ApprovalPolicy, Approver } from './types.js';

export function createHeadlessApprover(policy: () => ApprovalPolicy): Approver {
  return async ({ tool, args }) => {
    const call = await judgeCall(tool, args, policy().dirs);
    const why = `${tool.name} was not run: it needs approval, and a headless run can ask nobody.`;
    return { behavior: 'deny', shown: `${why} ${howToAllow(policy(), call)}` };
  };
}

function howToAllow(policy: ApprovalPolicy, call: JudgedCall): string {
  const { tool } = call;
  const asking = firstMatch(policy.rules.ask, call);
  if (asking !== undefined) {
    return `The rule "${asking}" in permissions.ask asks every time: run qwen interactively, or remove that rule.`;
  }
  const rule = narrowestRule(call);
  const ways = [`--allowed-tools "${rule}"`, `"${rule}" in permissions.allow of the settings`];
  if (policy.workspaceTrusted) {
    if (tool.kind === 'edit' && effectiveMode(policy) !== 'auto-edit' && !isProtected(call))
      ways.push('--approval-mode auto-edit');
    ways.push('--yolo (-y), which allows everything');
  }
  const untrusted = policy.workspaceTrusted ? '' : ' (This folder is not trusted, so approval modes do not apply.)';
  return `To allow it: ${ways.slice(0, -1).join(', or ')}, or ${ways.at(-1)}.${untrusted}`;
}

/** A shell command is named by its program alone, so that no argument is repeated. */
function narrowestRule(call: JudgedCall): string {
  const { tool, shell } = call;
  const program = shell?.plain?.[0]?.words[0]?.value;
  const isSafe = tool.kind === 'execute' && suggestRule(call).kind === 'rule';
  return isSafe && program !== undefined ? `${tool.name}(${program})` : tool.name;
}
