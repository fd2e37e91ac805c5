/**
 * A tool of an MCP server as a `Tool` value: wires the loop to one call and makes its end a result. Decides nothing
 * about replays; trust is read afresh whenever it is asked for.
 */
import type { Journal } from '../../mcp/journal/port.js';
import type { DiscoveredTool, ServerLink } from '../../mcp/types.js';
import type { Clock } from '../../shared/clock.js';
import type { DebugLog } from '../../shared/debug-log.js';
import { DEFAULT_TEXT_LIMIT, type TextLimit } from '../../shared/text-limit.js';
import type { Tool, ToolResult } from '../types.js';
import { acceptsArguments } from './accepts-arguments.js';
import { startCallStop } from './call-stop.js';
import { callWithReplay } from './call-with-replay.js';
import { outcomeToResult } from './outcome-result.js';
import { isReadOnlyCall } from './replay-gates.js';
import { replyToResult } from './reply.js';
import { targetsOfLink, type TargetSource } from './target.js';

export interface McpToolEffects {
  /** Missing: no call goes on record. */
  readonly journal: Journal | undefined;
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
  readonly server: Pick<ServerLink, 'name' | 'callTimeoutMs' | 'trust' | 'team'>;
  readonly source: TargetSource;
  readonly tool: DiscoveredTool;
  readonly name: string;
}

/** Internal to this module: a `Tool` over any source of targets. */
export function toolOver({ server, source, tool, name }: ToolSource, effects: McpToolEffects): Tool {
  const { clock, debug, journal, saveOutput, limits: limit = DEFAULT_TEXT_LIMIT } = effects;
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
    },
    execute: async (args, { callId, signal, onProgress }): Promise<ToolResult> => {
      const stop = startCallStop({ signal, deadlineMs: server.callTimeoutMs, clock });
      try {
        const { outcome, recordId } = await callWithReplay(
          { id: callId, server: server.name, args, onProgress },
          {
            source,
            stop,
            journal,
            debug,
            trust: () => server.trust(),
            team: () => server.team?.(tool.name),
            accepts: acceptsArguments,
          },
        );
        if (outcome.kind !== 'answered')
          debug('mcp', 'call ended', { server: server.name, tool: tool.name, ...outcome });
        const result =
          outcome.kind === 'answered'
            ? await replyToResult(outcome.reply, { limit, saveOutput, debug })
            : outcomeToResult(outcome, server.name, tool.name);
        return recordId === undefined ? result : { ...result, recordId };
      } finally {
        stop.end();
      }
    },
  };
}
