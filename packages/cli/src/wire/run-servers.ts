/** Runs the selected MCP servers behind one McpSide. Loaded only when there is a server to start. */
import { inventoryPath } from '@qwen-code/qwen-code-core/mcp/inventory/inventory-path.js';
import type { McpManager, ServerReport } from '@qwen-code/qwen-code-core/mcp/manager.js';
import type { ServerConfig } from '@qwen-code/qwen-code-core/mcp/server-config.js';
import type { ServerLink, DiscoveredTool } from '@qwen-code/qwen-code-core/mcp/types.js';
import { promptText, resourceContent } from '@qwen-code/qwen-code-core/tools/mcp-resource/offered-text.js';
import { createReadResourceTool } from '@qwen-code/qwen-code-core/tools/mcp-resource/read-resource-tool.js';
import {
  createMcpTool,
  mcpToolFacts,
  mcpToolName,
  nameMcpTools,
  type McpToolEffects,
} from '@qwen-code/qwen-code-core/tools/mcp-tool/index.js';
import type { OutputLimit } from '@qwen-code/qwen-code-core/tools/mcp-tool/limit-output.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import type { Arranged } from './arrange-servers.js';
import { createManager } from './create-manager.js';
import { waitForServers } from './first-wait.js';
import type { McpSide, McpSideOptions } from './mcp-side.js';
import { createOutcomeSide, type OutcomeSide } from './outcome-side.js';
import { watchDrift } from './watch-drift.js';

/** What runs, whatever the settings say of the others. */
export interface RunningServers extends Omit<McpSide, 'statuses' | 'list' | 'onChange' | 'apply'> {
  /** Resolves when each of the first servers has had its first answer. */
  readonly started: Promise<void>;
  reports(): readonly ServerReport[];
  onChange(listener: () => void): void;
  apply(servers: readonly ServerConfig[]): Promise<void>;
}

/** `now` tells the settings as they are whenever it is called. */
export function runServers(options: McpSideOptions, now: () => Arranged): RunningServers {
  const manager = createManager({ ...options, servers: now().configs, current: () => now().loaded });
  watchDrift({ manager, file: inventoryPath(options.place), tell: options.tell, debug: options.debug });
  const started = manager.start();
  const outcomes = createOutcomeSide(options);
  void outcomes.warmUp();
  const toolOf = createToolCache(options, outcomes);
  const readResource: McpSide['readResource'] = async (server, uri, signal) =>
    resourceContent(await manager.read(server, { method: 'resources/read', params: { uri } }, signal));
  const readTool = createReadResourceTool({ readResource, output: outputLimit(options), debug: options.debug });

  return {
    started,
    firstWait: (signal) =>
      waitForServers({ manager, started, clock: options.clock, signal, forAll: waitsForAll(options) }),
    tools: () => [
      ...namedTools(manager, { servers: now().loaded.servers, reserved: options.reserved }, toolOf),
      ...(manager.readsResources() ? [readTool] : []),
    ],
    toolsOf: (server) =>
      manager
        .tools()
        .flatMap(({ link, tool }) => (link.name === server ? [{ tool, facts: mcpToolFacts(link, tool) }] : [])),
    log: manager.log,
    reconnect: manager.reconnect,
    ownCalls: outcomes.journal.own,
    retryTool: (server, tool, retry) => retryTool({ manager, options, outcomes }, { server, tool, retry }),
    reports: manager.states,
    onChange: (listener) => void manager.onChange(listener),
    prompts: manager.prompts,
    resources: manager.resources,
    instructions: manager.instructions,
    getPrompt: async (server, name, args, signal) =>
      promptText(await manager.read(server, { method: 'prompts/get', params: { name, arguments: args } }, signal)),
    readResource,
    apply: manager.apply,
    stop: async () => {
      await manager.stop();
      await outcomes.close();
    },
  };
}

/** Like older releases when asked: no model request before every server has answered or failed. */
const waitsForAll = ({ env }: McpSideOptions): boolean => env['QWEN_CODE_LEGACY_MCP_BLOCKING'] === '1';

type ToolOf = (name: string, link: ServerLink, tool: DiscoveredTool) => Tool;

/** As much of an output as the model reads, and where the rest is kept. */
function outputLimit({ debug, loaded, saveOutput }: McpSideOptions): OutputLimit {
  const { truncateToolOutputThreshold: maxChars, truncateToolOutputLines: maxLines } = loaded.settings.tools;
  return { limit: { maxChars, maxLines }, saveOutput, debug };
}

function createToolCache(options: McpSideOptions, outcomes: OutcomeSide): ToolOf {
  const { clock, debug } = options;
  const { limit: limits, saveOutput } = outputLimit(options);
  const made = new WeakMap<DiscoveredTool, Tool>();
  return (name, link, tool) => {
    const known = made.get(tool);
    if (known?.name === name) return known;
    const { journal, freeze } = outcomes;
    const fresh = createMcpTool({ link, tool, name, journal, freeze, clock, debug, saveOutput, limits });
    made.set(tool, fresh);
    return fresh;
  };
}

interface RetryParts {
  readonly manager: McpManager;
  readonly options: McpSideOptions;
  readonly outcomes: OutcomeSide;
}

interface RetriedCall {
  readonly server: string;
  readonly tool: string;
  readonly retry: NonNullable<McpToolEffects['retry']>;
}

/** Not held back: the person who decided on the retry knows what became of the first call. */
function retryTool({ manager, options, outcomes }: RetryParts, { server, tool, retry }: RetriedCall): Tool | undefined {
  const offered = manager.tools().find((each) => each.link.name === server && each.tool.name === tool);
  if (offered === undefined) return undefined;
  const { clock, debug } = options;
  const { limit: limits, saveOutput } = outputLimit(options);
  const name = mcpToolName({ server, tool });
  return createMcpTool({ ...offered, name, journal: outcomes.journal, retry, clock, debug, saveOutput, limits });
}

interface Naming {
  readonly servers: readonly { readonly name: string }[];
  readonly reserved: ReadonlySet<string>;
}

function namedTools(manager: McpManager, { servers, reserved }: Naming, toolOf: ToolOf): Tool[] {
  const offered = manager
    .tools()
    .map(({ link, tool: found }) => ({ server: link.name, tool: found.name, link, found }));
  const names = nameMcpTools(offered, { servers: servers.map(({ name }) => name), reserved });
  return [...names].map(([name, { link, found }]) => toolOf(name, link, found));
}
