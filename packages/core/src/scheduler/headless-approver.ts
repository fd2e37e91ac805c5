/**
 * Answers for nobody: in a headless run a call that would ask is denied, with the narrowest flag or rule that would allow it.
 */
import type { Tool, ToolArguments } from '../tools/types.js';
import { effectiveMode, findRule } from './approve.js';
import { allowsCommand } from './shell-spec.js';
import type { ApprovalPolicy, Approver } from './types.js';

export function createHeadlessApprover(policy: () => ApprovalPolicy): Approver {
  return ({ tool, args }) => Promise.resolve({ behavior: 'deny', shown: denial(policy(), tool, args) });
}

function denial(policy: ApprovalPolicy, tool: Tool, args: ToolArguments): string {
  return `${tool.name} was not run: it needs approval, and a headless run can ask nobody. ${howToAllow(policy, tool, args)}`;
}

function howToAllow(policy: ApprovalPolicy, tool: Tool, args: ToolArguments): string {
  const asking = findRule(policy, 'ask', tool, args);
  if (asking !== undefined) {
    return `The rule "${asking}" in permissions.ask asks every time: run qwen interactively, or remove that rule.`;
  }
  const rule = narrowestRule(tool, args);
  const ways = [`--allowed-tools "${rule}"`, `"${rule}" in permissions.allow of the settings`];
  if (policy.workspaceTrusted) {
    if (tool.kind === 'edit' && effectiveMode(policy) !== 'auto-edit') ways.push('--approval-mode auto-edit');
    ways.push('--approval-mode yolo, which allows everything');
  }
  const untrusted = policy.workspaceTrusted ? '' : ' (This folder is not trusted, so approval modes do not apply.)';
  return `To allow it: ${ways.slice(0, -1).join(', or ')}, or ${ways.at(-1)}.${untrusted}`;
}

/** A shell command is named by its program alone, so that no argument is repeated. */
function narrowestRule(tool: Tool, { command }: ToolArguments): string {
  if (tool.kind !== 'execute' || typeof command !== 'string') return tool.name;
  const program = /^\s*([\w.-]+)(?:\s|$)/.exec(command)?.[1];
  return program !== undefined && allowsCommand(program, command) ? `${tool.name}(${program})` : tool.name;
}
