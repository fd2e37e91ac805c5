/**
 * Which tools a run offers to the model: where nobody can be asked, a tool that could only be refused is not worth offering.
 * Pure. Approval still decides on each call.
 */
import type { Tool, ToolKind } from '../tools/types.js';
import { effectiveMode } from './approve.js';
import { namesTool, namesWholeTool } from './rule.js';
import type { ApprovalMode, ApprovalPolicy } from './types.js';

/** What a headless run would ask about, and so refuse, in each mode. MCP tools stay: trust may change while it runs. */
const HIDDEN: Readonly<Record<ApprovalMode, readonly ToolKind[]>> = {
  plan: ['edit', 'execute', 'question'],
  default: ['edit', 'execute', 'question'],
  auto: ['edit', 'execute', 'question'],
  'auto-edit': ['execute', 'question'],
  yolo: ['question'],
};

export interface OfferOptions {
  /** Whether somebody can be asked about a call. Default false. */
  readonly canAsk?: boolean;
}

export function offeredTools(
  tools: readonly Tool[],
  policy: ApprovalPolicy,
  { canAsk = false }: OfferOptions = {},
): readonly Tool[] {
  const mode = effectiveMode(policy);
  const hidden = canAsk ? [] : HIDDEN[mode];
  // A question can't be allowed beforehand: it is asked, or it is none.
  const mayBeAllowed = (tool: Tool): boolean => mode !== 'plan' && tool.kind !== 'question';
  const allowed = (tool: Tool): boolean =>
    mayBeAllowed(tool) && policy.rules.allow.some((rule) => namesTool(rule, tool));
  return tools.filter(
    (tool) => tool.kind === 'mcp' || (!isDenied(tool, policy) && (!hidden.includes(tool.kind) || allowed(tool))),
  );
}

const isDenied = (tool: Tool, { rules }: ApprovalPolicy): boolean =>
  rules.deny.some((rule) => namesWholeTool(rule, tool));
