/**
 * May this call run? Pure: deny rules beat ask rules beat allow rules beat the mode.
 *
 * An annotation of an MCP server never grants permission here; only the operator's trust does. Never asks anybody:
 * an `ask` is for the approver.
 */
import type { Tool, ToolArguments, ToolKind } from '../tools/types.js';
import type { RuleDirs } from './path-spec.js';
import { matchesRule, type RulePurpose } from './rule.js';
import type { Approval, ApprovalMode, ApprovalPolicy } from './types.js';

type Verdict = 'allow' | 'ask' | 'refuse';

/** What each mode says when no rule speaks. `auto` has no classifier in this release and asks like `default`. */
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
  auto: { read: 'allow', internal: 'allow', edit: 'ask', execute: 'ask', fetch: 'ask', mcp: 'ask', question: 'ask' },
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

export function approve(policy: ApprovalPolicy, tool: Tool, args: ToolArguments): Approval {
  const denied = findRule(policy, 'deny', tool, args);
  if (denied !== undefined) return { kind: 'deny', shown: deniedByRule(tool, denied) };
  const mode = effectiveMode(policy);
  const verdict = MODES[mode][tool.kind];
  if (verdict === 'refuse') return { kind: 'deny', shown: refusedByPlan(tool) };
  if (findRule(policy, 'ask', tool, args) !== undefined) return { kind: 'ask' };
  if (findRule(policy, 'allow', tool, args) !== undefined) return { kind: 'allow' };
  if (tool.kind === 'mcp' && policy.workspaceTrusted && tool.server?.trusted() === true) return { kind: 'allow' };
  return { kind: verdict };
}

/** The first rule of this list that speaks of the call. */
export function findRule(
  policy: ApprovalPolicy,
  purpose: RulePurpose,
  tool: Tool,
  args: ToolArguments,
): string | undefined {
  const dirs: RuleDirs = policy.dirs;
  return policy.rules[purpose].find((rule) => matchesRule(rule, purpose, { tool, args, dirs }));
}

const deniedByRule = (tool: Tool, rule: string): string =>
  `${tool.name} was not run: the rule "${rule}" in permissions.deny (or --exclude-tools) refuses it. ` +
  'Do not try to get round it; if it is needed, ask the user to change the rule.';

const refusedByPlan = (tool: Tool): string =>
  `${tool.name} was not run: plan mode allows reading only. ` +
  'Go on with read-only tools and present a plan; the user leaves plan mode to have it carried out.';
