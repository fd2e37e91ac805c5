/**
 * May this call run? Pure: deny rules beat ask rules beat allow rules beat the mode.
 *
 * An annotation of an MCP server never grants permission here; only the operator's trust does. Never asks anybody:
 * an `ask` is for the approver, a `classify` for the model.
 */
import type { Tool, ToolKind } from '../tools/types.js';
import type { JudgedCall } from './judge-call.js';
import { isProtected } from './protected-files.js';
import { allows, firstMatch } from './rule.js';
import { onlyReads } from './shell/only-reads.js';
import type { Approval, ApprovalMode, ApprovalPolicy } from './types.js';

type Verdict = 'allow' | 'ask' | 'refuse' | 'classify';

/** What each mode says when no rule speaks. */
const MODES: Readonly<Record<ApprovalMode, Readonly<Record<ToolKind, Verdict>>>> = {
  plan: {
    read: 'allow',
    internal: 'allow',
    edit: 'refuse',
    execute: 'refuse',
    fetch: 'ask',
    mcp: 'refuse',
    question: 'ask',
  },
  default: { read: 'allow', internal: 'allow', edit: 'ask', execute: 'ask', fetch: 'ask', mcp: 'ask', question: 'ask' },
  'auto-edit': {
    read: 'allow',
    internal: 'allow',
    edit: 'allow',
    execute: 'ask',
    fetch: 'ask',
    mcp: 'ask',
    question: 'ask',
  },
  auto: {
    read: 'allow',
    internal: 'allow',
    edit: 'allow',
    execute: 'classify',
    fetch: 'classify',
    mcp: 'classify',
    question: 'ask',
  },
  yolo: {
    read: 'allow',
    internal: 'allow',
    edit: 'allow',
    execute: 'allow',
    fetch: 'allow',
    mcp: 'allow',
    question: 'ask',
  },
};

/** The mode that holds: an untrusted workspace keeps `plan` and turns every other mode into `default`. */
export function effectiveMode({ mode, workspaceTrusted }: ApprovalPolicy): ApprovalMode {
  return workspaceTrusted || mode === 'plan' ? mode : 'default';
}

export function approve(policy: ApprovalPolicy, call: JudgedCall): Approval {
  const { tool } = call;
  const denied = firstMatch(policy.rules.deny, call);
  if (denied !== undefined) return { kind: 'deny', shown: deniedByRule(tool, denied) };
  const verdict = verdictOf(policy, call);
  if (verdict === 'refuse') return { kind: 'deny', shown: refusedByPlan(tool) };
  if (firstMatch(policy.rules.ask, call) !== undefined) return { kind: 'ask' };
  if (tool.kind === 'question') return { kind: 'ask' };
  if (allows(policy.rules.allow, call)) return { kind: 'allow' };
  if (tool.kind === 'mcp' && policy.workspaceTrusted && tool.server?.trusted() === true) return { kind: 'allow' };
  return { kind: verdict };
}

function verdictOf(policy: ApprovalPolicy, call: JudgedCall): Verdict {
  const mode = effectiveMode(policy);
  const { kind } = call.tool;
  const verdict = MODES[mode][kind];
  if (mode === 'auto' && policy.attended === false && (kind === 'edit' || kind === 'execute')) return 'ask';
  if (kind === 'edit' && (mode === 'auto' || mode === 'auto-edit') && isProtected(call)) return 'ask';
  const spares = mode === 'plan' || (mode === 'auto' && policy.classifyAllShell !== true);
  return kind === 'execute' && spares && onlyReads(call) ? 'allow' : verdict;
}

const deniedByRule = (tool: Tool, rule: string): string =>
  `${tool.name} was not run: the rule "${rule}" in permissions.deny (or --exclude-tools) refuses it. ` +
  'Do not try to get round it; if it is needed, ask the user to change the rule.';

const refusedByPlan = (tool: Tool): string =>
  `${tool.name} was not run: plan mode allows reading only. ` +
  'Go on with read-only tools and present a plan; the user leaves plan mode to have it carried out.';
