/**
 * A tool is a value built from the effects it needs. No base class, no service locator.
 */
import type { ToolHints } from '../mcp/discovery/hints.js';
import type { ReplayClass } from '../mcp/inventory/replay-class.js';
import type { MediaPart, OpenOutcome } from '../models/types.js';
import type { QwenErrorCode } from '../shared/qwen-error.js';

export type JsonSchema = Readonly<Record<string, unknown>>;
export type ToolArguments = Readonly<Record<string, unknown>>;

export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface ToolContext {
  readonly callId: string;
  readonly signal: AbortSignal;
  onProgress(progress: ToolProgress): void;
}

/** What happened to a call. `text` is what the model reads; the machine-readable facts stand beside it. */
export interface ToolResult {
  readonly status: 'ok' | 'error' | 'cancelled';
  readonly text: string;
  readonly media?: readonly MediaPart[];
  /** MCP structuredContent, as the server sent it. */
  readonly structured?: unknown;
  /** Set when the error is one of ours, for example `mcp_outcome_unknown`. */
  readonly code?: QwenErrorCode;
  /** The call was sent and may have been done, whatever `code` says; always true of `mcp_outcome_unknown`. */
  readonly outcomeUnknown?: true;
  /** The outcome journal's record, when there is one. */
  readonly recordId?: string;
  /** Calls that this one made in turn, and whose outcome is unknown. */
  readonly openOutcomes?: readonly OpenOutcome[];
  /** Lines added and removed by a file tool, for the statistics. */
  readonly lines?: { readonly added: number; readonly removed: number };
}

/**
 * What kind of effect a call has, as the approval decides on it:
 * read runs freely; edit, execute, fetch and mcp ask according to the mode; internal (todo list) never asks; question is
 * itself a question to the user, and is asked in every mode.
 */
export type ToolKind = 'read' | 'internal' | 'edit' | 'execute' | 'fetch' | 'mcp' | 'question';

/** What people are told of an MCP tool before they approve it. */
export interface McpToolFacts {
  /** As its server names it. */
  readonly tool: string;
  readonly title: string | undefined;
  /** What the server declares; undefined: nothing that can be used. */
  readonly hints: ToolHints | undefined;
  /** What a lost call of it comes to; see replay-class. */
  readonly replayClass: ReplayClass;
  /** What keeps a lost call from being sent again, in a fixed order; empty: it may be. */
  readonly shutGates: readonly McpShutGate[];
}

export interface McpShutGate {
  readonly gate: string;
  /** Why it is shut, to stand in a sentence. */
  readonly why: string;
  /** One sentence: what would open it. */
  readonly opens: string;
}

export interface Tool {
  /** The name the model calls it by. */
  readonly name: string;
  /** The name people read. */
  readonly displayName: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly kind: ToolKind;
  /** True when calls may run side by side with other parallel calls (reads). */
  readonly parallel: boolean;
  /** Left out of the declarations until it is searched for; it may be called all the same. Default false. */
  readonly deferred?: boolean;
  /** MCP only: the server's name, and whether the operator trusts it (read afresh on each use). */
  readonly server?: { readonly name: string; trusted(): boolean; about?(): McpToolFacts };
  /** Must not throw: every failure is a ToolResult. Arguments have passed the JSON Schema. */
  execute(args: ToolArguments, context: ToolContext): Promise<ToolResult>;
}
