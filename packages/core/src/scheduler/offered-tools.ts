/**
 * Which tools a headless run offers to the model: a tool that could only be refused is not worth offering.
 * Pure. Approval still decides on each call.
 */
import type { Tool, ToolKind } from '../tools/types.js';
import { effectiveMode } from './approve.js';
import { namesTool, namesWholeTool } from './rule.js';
import type { ApprovalMode, ApprovalPolicy } from './types.js';

/** What a headless run would ask about, and so refuse, in each mode. MCP tools stay: trust may change while it runs. */
const HIDDEN: Readonly<Record<ApprovalMode, readonly ToolKind[]>> = {
  plan: ['edit', 'execute'],
  default: ['edit', 'execute'],
  auto: ['edit', 'execute'],
  'auto-edit': ['execute'],
  yolo: [],
};

export function offeredTools(tools: readonly Tool[], policy: ApprovalPolicy): readonly Tool[] {
  const mode = effectiveMode(policy);
  const allowed = (tool: Tool): boolean => mode !== 'plan' && policy.rules.allow.some((rule) => namesTool(rule, tool));
  return tools.filter(
    (tool) => tool.kind === 'mcp' || (!isDenied(tool, policy) && (!HIDDEN[mode].includes(tool.kind) || allowed(tool))),
  );
}

const isDenied = (tool: Tool, { rules }: ApprovalPolicy): boolean =>
  rules.deny.some((rule) => namesWholeTool(rule, tool));
