/** Runs the selected MCP servers behind one McpSide. Loaded only when there is a server to start. */
import type { McpManager } from '@qwen-code/qwen-code-core/mcp/manager.js';
import { planServer } from '@qwen-code/qwen-code-core/mcp/server-config.js';
import type { ServerLink, DiscoveredTool } from '@qwen-code/qwen-code-core/mcp/types.js';
import { createMcpTool, nameMcpTools } from '@qwen-code/qwen-code-core/tools/mcp-tool/index.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import { createManager } from './create-manager.js';
import { waitForServers } from './first-wait.js';
import type { McpSide, McpSideOptions, ServerStatus } from './mcp-side.js';

export function runServers(options: McpSideOptions, idle: readonly ServerStatus[]): McpSide {
  const planned = options.selected.start.map(({ name, entry }) => ({
    name,
    plan: planServer(name, entry, options.place.cwd),
  }));
  const servers = planned.flatMap(({ plan }) => (plan.kind === 'ok' ? [plan.config] : []));
  const invalid = planned.flatMap(({ name, plan }): ServerStatus[] =>
    plan.kind === 'invalid' ? [{ name, status: 'disconnected', shown: plan.shown }] : [],
  );
  const manager = createManager({ ...options, servers });
  const started = manager.start();
  const toolOf = createToolCache(options);

  return {
    firstWait: (signal) =>
      waitForServers({ manager, started, clock: options.clock, signal, forAll: waitsForAll(options) }),
    tools: () => namedTools(manager, options, toolOf),
    statuses: () => [...manager.states().map(statusOf), ...invalid, ...idle],
    stop: () => manager.stop(),
  };
}

/** Like older releases when asked: no model request before every server has answered or failed. */
const waitsForAll = ({ env }: McpSideOptions): boolean => env['QWEN_CODE_LEGACY_MCP_BLOCKING'] === '1';

type ToolOf = (name: string, link: ServerLink, tool: DiscoveredTool) => Tool;

function createToolCache({ clock, debug, loaded, saveOutput }: McpSideOptions): ToolOf {
  const { truncateToolOutputThreshold: maxChars, truncateToolOutputLines: maxLines } = loaded.settings.tools;
  const made = new WeakMap<DiscoveredTool, Tool>();
  return (name, link, tool) => {
    const known = made.get(tool);
    if (known?.name === name) return known;
    const limits = { maxChars, maxLines };
    const fresh = createMcpTool({ link, tool, name, journal: undefined, clock, debug, saveOutput, limits });
    made.set(tool, fresh);
    return fresh;
  };
}

function namedTools(manager: McpManager, options: McpSideOptions, toolOf: ToolOf): Tool[] {
  const offered = manager.tools();
  const servers = options.loaded.servers.map(({ name }) => name);
  const names = nameMcpTools(
    offered.map(({ link, tool }) => ({ server: link.name, tool: tool.name })),
    { servers, reserved: options.reserved },
  );
  return [...names].flatMap(([name, { server, tool: toolName }]) => {
    const found = offered.find(({ link, tool }) => link.name === server && tool.name === toolName);
    return found === undefined ? [] : [toolOf(name, found.link, found.tool)];
  });
}

function statusOf({ name, state, problem }: ReturnType<McpManager['states']>[number]): ServerStatus {
  if (state === 'ready') return { name, status: 'connected' };
  const why = problem ?? 'It is still starting; its tools are offered as soon as it is there.';
  return { name, status: 'disconnected', shown: `MCP server "${name}" is not available. ${why}` };
}
