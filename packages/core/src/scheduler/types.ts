/** Shapes of the approval decision and of a finished call. The decision itself is pure and lives in `approve.ts`. */
import type { ToolCallRequest } from '../models/types.js';
import type { Tool, ToolArguments, ToolProgress, ToolResult } from '../tools/types.js';

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
  /** Absolute; where the path specs of rules start. */
  readonly dirs: { readonly project: string; readonly home: string };
  /** False where nobody can be asked: `auto` then leaves commands and edits as they are in `default`. Default true. */
  readonly attended?: boolean;
  /** permissions.autoMode.classifyAllShell: `auto` has even commands judged that only read. Default false. */
  readonly classifyAllShell?: boolean;
}

export type Approval =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask' }
  /** Mode `auto`: the model is to judge the call. Without a judgement it is asked about. */
  | { readonly kind: 'classify' }
  /** `shown` says what refused it and which flag or rule would allow it. */
  | { readonly kind: 'deny'; readonly shown: string };

export interface ApprovalRequest {
  readonly callId: string;
  readonly tool: Tool;
  readonly args: ToolArguments;
  /** Why it is asked, where that is not plain; a line for people. */
  readonly reason?: string | undefined;
  /** The type of the sub-agent that wants it; missing: the user's own conversation does. */
  readonly agent?: string | undefined;
}

export type ApprovalAnswer =
  /** `args` replaces the model's own arguments; they are held against the schema again. */
  { readonly behavior: 'allow'; readonly args?: ToolArguments } | { readonly behavior: 'deny'; readonly shown: string };

/** Asks whoever can answer. Headless answers deny with the flag or rule that would allow the call. Must not throw. */
export type Approver = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>;

/** What the model thinks of a call in mode `auto`. `reason` is in its words: for people alone, and made printable. */
export interface Judgement {
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly reason: string;
}

/** Never rejects: what goes wrong is `ask`. */
export type Classify = (request: ApprovalRequest, signal: AbortSignal) => Promise<Judgement>;

export interface FinishedCall {
  readonly call: ToolCallRequest;
  /** The parsed arguments; undefined when the model's JSON did not parse. */
  readonly args: ToolArguments | undefined;
  readonly result: ToolResult;
  /** True when the call was refused by a rule or the approval mode and never ran. */
  readonly denied: boolean;
  readonly durationMs: number;
}

/** What the host hears of the calls of one assistant message. */
export type CallEvent =
  /** The call was allowed and begins to run. A call that never runs has a `tool-end` alone. */
  | { readonly type: 'tool-start'; readonly call: ToolCallRequest; readonly args: ToolArguments }
  | { readonly type: 'tool-progress'; readonly callId: string; readonly progress: ToolProgress }
  /** One for each call, in the order of the calls. */
  | ({ readonly type: 'tool-end' } & FinishedCall);
