/**
 * Tools for a host that brings a `CallableTool` of its own (such as `mcpToTool` of `@google/genai` returns) instead of a
 * server for us to connect to. The same loop and the same gates as for every other MCP tool.
 *
 * A callable says nothing of annotations, trust or reconnecting: what the host does not vouch for stays a shut gate, so
 * by default nothing that was lost is ever sent again.
 */
import type { IdempotencyRules } from '../../settings/mcp-server-schema.js';
import { QwenError } from '../../shared/qwen-error.js';
import type { Tool } from '../types.js';
import { callableEpochs, listTools, type CallableConnection, type RenewCallable } from './callable-source.js';
import { toolOver, type McpToolEffects } from './create-mcp-tool.js';
import { mcpToolName } from './name.js';
import type { ReplayFacts } from './replay-gates.js';

export interface CallableHost extends McpToolEffects {
  /** The server's name, as people and the model read it. */
  readonly server: string;
  readonly connection: CallableConnection;
  /** Limit of one whole call, replays included, in ms. */
  readonly callTimeoutMs: number;
  /** Read afresh at every check. */
  trust(): ReplayFacts['trust'];
  /** What the callable speaks to, for the record of unknown outcomes; nothing secret. */
  readonly target?: string;
  /** How a call's idempotency key is sent; only as an argument, because a callable has no place for a `_meta`. */
  readonly idempotency?: IdempotencyRules;
  /** Missing: a lost connection stays lost. Called once for all the calls that lost the same one. */
  readonly renew?: RenewCallable;
}

/** Rejects with a QwenError `mcp_start_failed` when the callable can't list its tools. */
export async function createMcpToolsFromCallable(host: CallableHost): Promise<Tool[]> {
  const { server: name, connection, callTimeoutMs, renew, debug } = host;
  const tools = await listTools(connection).catch((error: unknown) => {
    throw new QwenError('mcp_start_failed', `The tools of MCP server "${name}" could not be listed.`, error);
  });
  const sourceOf = callableEpochs({ connection, tools, renew, debug });
  const { target, idempotency } = host;
  const server = { name, callTimeoutMs, target, idempotency, transport: 'callable', trust: () => host.trust() };
  return tools.map((tool) =>
    toolOver({ server, source: sourceOf(tool.name), tool, name: mcpToolName({ server: name, tool: tool.name }) }, host),
  );
}
