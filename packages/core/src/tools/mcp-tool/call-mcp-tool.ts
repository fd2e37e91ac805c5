/**
 * One call of an MCP tool, from the model's arguments to the result: held back while an identical one is unknown
 * (mcp/reconcile), sent by the loop (call-with-replay), told in constant texts. Decides nothing about replays.
 */
import { randomUUID } from 'node:crypto';
import type { FreezeAnswer } from '../../mcp/reconcile/freeze-guard.js';
import type { DiscoveredTool, ServerLink } from '../../mcp/types.js';
import { QwenError } from '../../shared/qwen-error.js';
import { DEFAULT_TEXT_LIMIT } from '../../shared/text-limit.js';
import type { ToolArguments, ToolContext, ToolResult } from '../types.js';
import { acceptsArguments } from './accepts-arguments.js';
import { isUnknownEnd } from './call-record.js';
import { startCallStop } from './call-stop.js';
import { callWithReplay, type CallReport } from './call-with-replay.js';
import type { McpToolEffects } from './create-mcp-tool.js';
import type { Call } from './deliver.js';
import { ruleFor } from './keyed-request.js';
import { heldBackResult, outcomeToResult } from './outcome-result.js';
import { isReadOnlyCall } from './replay-gates.js';
import { replyToResult } from './reply.js';
import type { TargetSource } from './target.js';
import { TEXTS } from './texts.js';

export interface CalledServer extends Pick<
  ServerLink,
  'name' | 'callTimeoutMs' | 'trust' | 'team' | 'target' | 'idempotency'
> {
  readonly transport: string;
}

export interface McpCall {
  readonly server: CalledServer;
  readonly source: TargetSource;
  readonly tool: DiscoveredTool;
  readonly args: ToolArguments;
  readonly context: ToolContext;
}

/** Never rejects: every failure is a result. */
export async function callMcpTool(request: McpCall, effects: McpToolEffects): Promise<ToolResult> {
  const { server, tool, context } = request;
  const { debug } = effects;
  // Before the call's own time limit begins: a person may take long to answer.
  const held = await heldBack(request, effects);
  if (held instanceof QwenError) return { status: 'error', code: held.code, text: held.shown };
  if (held.kind === 'frozen' || held.kind === 'done' || held.kind === 'repeated') {
    debug('mcp', 'call held back', { server: server.name, tool: tool.name, recordId: held.recordId });
    if (context.signal.aborted) return outcomeToResult({ kind: 'cancelled', sent: false }, server.name, tool.name);
    return heldBackResult(held);
  }
  const report = await send(request, held, effects);
  return toResult(report, request, effects);
}

async function heldBack(
  { server, tool, args, context }: McpCall,
  { freeze, debug }: McpToolEffects,
): Promise<FreezeAnswer | QwenError> {
  if (freeze === undefined) return { kind: 'free' };
  const readOnly = isReadOnlyCall({ trust: server.trust(), hints: tool.hints, team: server.team?.(tool.name) });
  try {
    return await freeze.check({ server: server.name, tool: tool.name, args, readOnly }, context.signal);
  } catch (error) {
    debug('mcp', 'it can not be told whether a call is held back', error);
    return error instanceof QwenError ? error : new QwenError('mcp_call_failed', TEXTS.noRecord, error);
  }
}

async function send(
  { server, source, tool, args, context }: McpCall,
  held: Exclude<FreezeAnswer, { kind: 'frozen' | 'done' | 'repeated' }>,
  { clock, debug, journal, retry }: McpToolEffects,
): Promise<CallReport> {
  const repeated = held.kind === 'retry' ? held : retry;
  const call: Call = {
    id: context.callId,
    server: server.name,
    route: { transport: server.transport, target: server.target ?? '' },
    args,
    idempotencyKey: repeated?.idempotencyKey ?? randomUUID(),
    keyRule: ruleFor(server.idempotency, tool.name),
    retryOf: repeated?.recordId,
    onlyAsRead: held.kind === 'exempt' ? held.recordId : undefined,
    onProgress: (progress) => context.onProgress(progress),
  };
  const stop = startCallStop({ signal: context.signal, deadlineMs: server.callTimeoutMs, clock });
  try {
    return await callWithReplay(call, {
      source,
      stop,
      journal,
      debug,
      trust: () => server.trust(),
      team: () => server.team?.(tool.name),
      accepts: acceptsArguments,
    });
  } finally {
    stop.end();
  }
}

/** The record's id stands beside the text when there is an outcome to verify. */
async function toResult(
  { outcome, recordId }: CallReport,
  { server, tool }: McpCall,
  { saveOutput, debug, limits: limit = DEFAULT_TEXT_LIMIT }: McpToolEffects,
): Promise<ToolResult> {
  if (outcome.kind === 'answered') return replyToResult(outcome.reply, { limit, saveOutput, debug });
  debug('mcp', 'call ended', { server: server.name, tool: tool.name, ...outcome });
  const result = outcomeToResult(outcome, server.name, tool.name);
  return recordId !== undefined && isUnknownEnd(outcome) ? { ...result, recordId } : result;
}
