/** Shapes of the approval decision. The decision itself is pure and lives in `approve.ts`. */
import type { Tool, ToolArguments } from '../tools/types.js';

export const APPROVAL_MODES = ['plan', 'default', 'auto-edit', 'auto', 'yolo'] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

/** Rules in the permission language, e.g. `run_shell_command(git status)`, `mcp__server`, `Edit`. Deny beats ask beats allow. */
export interface PermissionRules {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

export interface ApprovalPolicy {
  readonly mode: ApprovalMode;
  readonly rules: PermissionRules;
  readonly workspaceTrusted: boolean;
}

export type Approval =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask' }
  /** `shown` says what refused it and which flag or rule would allow it. */
  | { readonly kind: 'deny'; readonly shown: string };

/** Asks whoever can answer. Headless answers deny with the flag or rule that would allow the call. Must not throw. */
export type Approver = (
  tool: Tool,
  args: ToolArguments,
  signal: AbortSignal,
) => Promise<
  { readonly behavior: 'allow'; readonly args?: ToolArguments } | { readonly behavior: 'deny'; readonly shown: string }
>;
