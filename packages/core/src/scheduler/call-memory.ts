/**
 * Providers sometimes send one tool call twice under one id. What has run is remembered for the whole conversation, so that
 * the copy gets the first one's result instead of a second run. The same id with other arguments is another call.
 *
 * Keeps digests and results, never arguments. Forgets calls that never began to run or were never sent: asking again harms
 * nothing. A conversation that is taken up again brings its MCP calls along: no provider may have one run twice over a crash.
 */
import { createHash } from 'node:crypto';
import type { Tool, ToolArguments, ToolResult } from '../tools/types.js';

export interface RememberedCall {
  /** The id as the provider sent it. */
  readonly providerId: string;
  readonly tool: Tool;
  readonly args: ToolArguments;
  /** Which assistant message of the conversation holds the call. */
  readonly message: number;
}

export interface CallMemory {
  /** The result of the run that this call is a copy of; undefined when it is a call of its own. */
  earlier(call: RememberedCall): Promise<ToolResult> | undefined;
  keep(call: RememberedCall, result: Promise<ToolResult>): void;
}

/** A call of the conversation as it was before this process. */
export interface PastCall {
  readonly providerId: string;
  /** The name that the model called the tool by. */
  readonly toolName: string;
  readonly args: ToolArguments;
  /** What the model was told of it. */
  readonly text: string;
  /** How it ended when it was no success. */
  readonly ended?: 'error' | 'cancelled';
  /** It may have been carried out although no answer came; with its record in the outcome journal, if any. */
  readonly unknown?: { readonly recordId?: string };
}

interface Entry {
  readonly message: number;
  readonly result: Promise<ToolResult>;
  /** Nothing was sent: a later message may ask again. */
  notSent: boolean;
}

/** Codes of an MCP call's result that say for certain that nothing was sent. */
const NOT_SENT: ReadonlySet<string | undefined> = new Set(['mcp_call_frozen', 'io']);

export function createCallMemory(past: readonly PastCall[] = []): CallMemory {
  const byCall = new Map<string, Entry>();
  const digestOfId = new Map<string, string>();
  const fromBefore = new Map(past.map((call) => [digestOf({ ...call, tool: { name: call.toolName } }), call]));
  let idsAreReused = false;

  return {
    earlier: (call) => {
      const digest = digestOf(call);
      const known = digestOfId.get(call.providerId);
      if (known !== undefined && known !== digest) idsAreReused = true;
      const entry = byCall.get(digest) ?? (call.tool.server && entryFromBefore(fromBefore.get(digest)));
      if (entry === undefined || !isCopy(call, entry, idsAreReused)) return undefined;
      return call.message === entry.message ? entry.result : entry.result.then(notRunAgain);
    },
    keep: (call, result) => {
      const digest = digestOf(call);
      digestOfId.set(call.providerId, digest);
      const entry: Entry = { message: call.message, result, notSent: false };
      byCall.set(digest, entry);
      void result.then(({ code }) => (entry.notSent = call.tool.server !== undefined && NOT_SENT.has(code)));
    },
  };
}

/**
 * Within one message always. In a later message a read is simply made again, and a call of an MCP tool never is. Any other built-in call
 * is a copy while the provider's ids are real identities: some providers count from zero in each answer, and there the second
 * `npm test` is a new one.
 */
function isCopy({ tool, message }: RememberedCall, entry: Entry, idsAreReused: boolean): boolean {
  if (message === entry.message) return true;
  if (entry.notSent) return false;
  if (tool.kind === 'read' || tool.parallel) return false;
  return tool.server !== undefined || !idsAreReused;
}

const BEFORE = -1;

const entryFromBefore = (call: PastCall | undefined): Entry | undefined =>
  call && { message: BEFORE, result: Promise.resolve(resultBefore(call)), notSent: false };

/** A copy ends as the call did: what is unknown stays unknown, with its record. */
function resultBefore({ text, ended, unknown }: PastCall): ToolResult {
  if (unknown === undefined) return { status: ended ?? 'ok', text };
  return { status: 'error', text, outcomeUnknown: true, ...unknown };
}

/** Says that the result is the earlier one; a typed error and an unknown outcome keep their constant text. */
function notRunAgain(result: ToolResult): ToolResult {
  if (result.code !== undefined || result.outcomeUnknown === true) return result;
  const note = 'Not run again: this call has the id and the arguments of an earlier call. The result of that call was:';
  return { ...result, text: `${note}\n${result.text}` };
}

function digestOf({
  providerId,
  tool,
  args,
}: Pick<RememberedCall, 'providerId' | 'args'> & { readonly tool: Pick<Tool, 'name'> }): string {
  const text = JSON.stringify([providerId, tool.name, sorted(args)]);
  return createHash('sha256').update(text).digest('base64');
}

/** The same value with its keys in order, so that spelling does not make another call of it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
