/**
 * A tool of an MCP server as a `Tool` value. Decides nothing about replays; trust is read afresh whenever it is asked for.
 */
import type { CallJournal } from '../../mcp/journal/port.js';
import type { FreezeGuard } from '../../mcp/reconcile/freeze-guard.js';
import type { DiscoveredTool, ServerLink } from '../../mcp/types.js';
import type { Clock } from '../../shared/clock.js';
import type { DebugLog } from '../../shared/debug-log.js';
import type { TextLimit } from '../../shared/text-limit.js';
import type { Tool } from '../types.js';
import { callMcpTool, type CalledServer } from './call-mcp-tool.js';
import { isReadOnlyCall } from './replay-gates.js';
import { targetsOfLink, type TargetSource } from './target.js';
import { mcpToolFacts } from './tool-facts.js';

export interface McpToolEffects {
  /** Missing: no call goes on record. */
  readonly journal: CallJournal | undefined;
  /** Missing: no call is held back for an identical one whose outcome is unknown. */
  readonly freeze?: FreezeGuard | undefined;
  /** A person decided that what is called is a repetition of this recorded call, with the same key. */
  readonly retry?: { readonly recordId: string; readonly idempotencyKey: string } | undefined;
  readonly clock: Clock;
  /** Keeps a large output whole in a file that only the user can read; resolves with its path. */
  saveOutput(text: string): Promise<string>;
  readonly debug: DebugLog;
  /** Largest text that the model gets uncut; 25,000 characters and 1,000 lines unless set. */
  readonly limits?: TextLimit;
}

export interface McpToolOptions extends McpToolEffects {
  readonly link: ServerLink;
  /** The tool as it is offered now. A call uses the description of the epoch that it goes to. */
  readonly tool: DiscoveredTool;
  /** The model's name for it (see `nameMcpTools`). */
  readonly name: string;
}

export function createMcpTool({ link, tool, name, ...effects }: McpToolOptions): Tool {
  const source = targetsOfLink({ link, toolName: tool.name, clock: effects.clock });
  return toolOver({ server: link, source, tool, name }, effects);
}

/** What the loop needs of whoever serves the tool. */
export interface ToolSource {
  readonly server: CalledServer;
  readonly source: TargetSource;
  readonly tool: DiscoveredTool;
  readonly name: string;
}

/** Internal to this module: a `Tool` over any source of targets. */
export function toolOver({ server, source, tool, name }: ToolSource, effects: McpToolEffects): Tool {
  return {
    name,
    displayName: `${tool.name} (${server.name} MCP Server)`,
    description: tool.description,
    parameters: tool.inputSchema,
    kind: 'mcp',
    get parallel() {
      return isReadOnlyCall({ trust: server.trust(), hints: tool.hints, team: server.team?.(tool.name) });
    },
    server: {
      name: server.name,
      trusted: () => {
        const trust = server.trust();
        return trust.server === true && trust.workspace === true;
      },
      about: () => mcpToolFacts(server, tool),
    },
    execute: (args, context) => callMcpTool({ server, source, tool, args, context }, effects),
  };
}
