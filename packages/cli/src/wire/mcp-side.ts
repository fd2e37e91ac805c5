/**
 * The MCP servers of a run, from settings to tools: which ones start, when the first model request may go, what the model
 * is offered now, and what becomes of them when the settings change. A run without servers loads nothing of MCP.
 */
import type { OfferedPrompt, OfferedResource, ServerReport } from '@qwen-code/qwen-code-core/mcp/manager.js';
import type { OwnCalls } from '@qwen-code/qwen-code-core/mcp/journal/read.js';
import type { AskFrozen } from '@qwen-code/qwen-code-core/mcp/reconcile/freeze-guard.js';
import type { SdkHost } from '@qwen-code/qwen-code-core/mcp/transports/sdk.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import type { ResourceContent } from '@qwen-code/qwen-code-core/tools/mcp-resource/offered-text.js';
import type { McpToolEffects } from '@qwen-code/qwen-code-core/tools/mcp-tool/index.js';
import type { McpToolFacts, Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import type { NotStartedReason, SelectedServers } from '@qwen-code/qwen-code-core/trust/select-servers.js';
import type { DiscoveredTool } from '@qwen-code/qwen-code-core/mcp/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { ServerScope } from '@qwen-code/qwen-code-core/settings/servers.js';
import { arrangeServers, type Arranged } from './arrange-servers.js';
import type { RunningServers } from './run-servers.js';

export interface ServerStatus {
  readonly name: string;
  readonly status: 'connected' | 'disconnected';
  /** One sentence for stderr when it can't be used now. */
  readonly shown?: string;
}

/** One declared server, for people who look at the list. */
export interface ServerView {
  readonly name: string;
  /** Which layer declares it; undefined: a file of an untrusted folder, which is not read. */
  readonly source: ServerScope | undefined;
  readonly state: ServerReport['state'] | NotStartedReason;
  /** One sentence while it is not all right. */
  readonly shown: string | undefined;
  /** A command line or an address without its secret parts. */
  readonly target: string | undefined;
  readonly toolCount: number;
  readonly promptCount: number;
  readonly resourceCount: number;
}

/** A tool as its server listed it last, with what is told of it before a call. */
export interface ListedTool {
  readonly tool: DiscoveredTool;
  readonly facts: McpToolFacts;
}

export interface McpSide {
  /** Resolves when the first model request may go: see first-wait. Never rejects. */
  firstWait(signal: AbortSignal): Promise<void>;
  /** The tools of every server, as they are now. */
  tools(): readonly Tool[];
  statuses(): readonly ServerStatus[];
  /** Every declared server, those that do not start included. */
  list(): readonly ServerView[];
  /** What this server listed last, also while it is away. */
  toolsOf(server: string): readonly ListedTool[];
  /** The last lines of its standard error, without what looks like a secret. */
  log(server: string): readonly string[];
  /** Ends the connection, if there is one, and makes a new one. `shown` is one sentence. Never rejects. */
  reconnect(server: string): Promise<{ readonly ok: boolean; readonly shown: string }>;
  /** What this process knows of its own calls better than their journal. */
  readonly ownCalls: OwnCalls;
  /**
   * The tool, by the name its server gives it, as it repeats a recorded call by a person's decision: with the same key, and a
   * record of its own that points to the first. Undefined: no server that runs offers it.
   */
  retryTool(server: string, tool: string, retry: NonNullable<McpToolEffects['retry']>): Tool | undefined;
  /** Prompts and resources of the servers that are there, or were a moment ago. */
  prompts(): readonly OfferedPrompt[];
  resources(): readonly OfferedResource[];
  /** What the servers say about their use: their words, not the user's. */
  instructions(): readonly { readonly server: string; readonly text: string }[];
  /** All that the prompt's messages say. Throws QwenError with one sentence. */
  getPrompt(server: string, name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>;
  /** Throws QwenError with one sentence, also in a folder that is not trusted. */
  readResource(server: string, uri: string, signal: AbortSignal): Promise<ResourceContent>;
  /** Something about a server changed: its state, its problem, its lists. Returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /**
   * These are the settings now: starts, ends and replaces servers so that they fit. Resolves when each has had its first
   * answer. One after the other; never rejects.
   */
  apply(loaded: LoadedSettings, selected: SelectedServers): Promise<void>;
  /** Ends every server with its process tree. Any number of calls; never rejects. */
  stop(): Promise<void>;
}

export interface McpSideOptions {
  readonly place: Place;
  readonly loaded: LoadedSettings;
  readonly selected: SelectedServers;
  /** Names of the built-in tools: no server may take one. */
  readonly reserved: ReadonlySet<string>;
  readonly workspaceDirs: readonly string[];
  /** What every server's environment holds besides its own entry. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  sessionId(): string;
  readonly clock: Clock;
  readonly debug: DebugLog;
  saveOutput(text: string): Promise<string>;
  /** Asks a person about a call that is held back. Missing: nobody can be asked, and it is refused. */
  readonly askFrozen?: AskFrozen | undefined;
  /** Reaches the servers of the program that drives qwen, if one does. */
  readonly host?: SdkHost | undefined;
  /** Something to know about a server, in one line, at any time of the run. */
  tell(shown: string): void;
}

/** Starts the servers at once; nothing is waited for here but the code that speaks to them. */
export async function startMcpSide(options: McpSideOptions): Promise<McpSide> {
  const { place } = options;
  const listeners = new Set<() => void>();
  let now: Arranged = arrangeServers(options.loaded, options.selected, place);
  let running: RunningServers | undefined;
  let stopped = false;

  const tell = (): void => listeners.forEach((listener) => listener());
  const run = async (): Promise<RunningServers> => {
    const { runServers } = await import('./run-servers.js');
    const started = runServers(options, () => now);
    started.onChange(tell);
    return started;
  };
  if (now.configs.length > 0) running = await run();

  return {
    firstWait: async (signal) => running?.firstWait(signal),
    tools: () => running?.tools() ?? [],
    statuses: () => [...(running?.reports() ?? []).map(statusOf), ...now.invalid, ...now.idle],
    list: () => viewServers(now, running?.reports() ?? []),
    toolsOf: (server) => running?.toolsOf(server) ?? [],
    log: (server) => running?.log(server) ?? [],
    reconnect: async (server) => {
      const shown = now.declared.find(({ name }) => name === server)?.notStarted?.shown;
      if (shown !== undefined) return { ok: false, shown };
      return running?.reconnect(server) ?? { ok: false, shown: notRunning(server).shown };
    },
    ownCalls: (recordId) => running?.ownCalls(recordId),
    retryTool: (server, tool, retry) => running?.retryTool(server, tool, retry),
    prompts: () => running?.prompts() ?? [],
    resources: () => running?.resources() ?? [],
    instructions: () => running?.instructions() ?? [],
    getPrompt: async (server, name, args, signal) => {
      if (running === undefined) throw notRunning(server);
      return running.getPrompt(server, name, args, signal);
    },
    readResource: async (server, uri, signal) => {
      if (running === undefined) throw notRunning(server);
      return running.readResource(server, uri, signal);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    apply: async (loaded, selected) => {
      now = arrangeServers(loaded, selected, place);
      tell();
      if (running !== undefined) return running.apply(now.configs);
      if (now.configs.length === 0 || stopped) return;
      running = await run();
      if (stopped) await running.stop();
      else await running.started;
    },
    stop: async () => {
      stopped = true;
      await running?.stop();
    },
  };
}

const notRunning = (server: string): QwenError => new QwenError('usage', `MCP server "${server}" is not running.`);

function statusOf({ name, state, problem }: ServerReport): ServerStatus {
  if (state === 'ready') return { name, status: 'connected' };
  const why = problem ?? 'It is still starting; its tools are offered as soon as it is there.';
  return { name, status: 'disconnected', shown: `MCP server "${name}" is not available. ${why}` };
}

const NOTHING_OFFERED = { toolCount: 0, promptCount: 0, resourceCount: 0 } as const;

function viewServers({ declared }: Arranged, reports: readonly ServerReport[]): ServerView[] {
  const byName = new Map(reports.map((report) => [report.name, report]));
  return declared.map(({ name, source, target, notStarted }) => {
    const report = byName.get(name);
    if (notStarted !== undefined || report === undefined) {
      const { why = 'invalid', shown } = notStarted ?? {};
      return { name, source, target, state: why, shown, ...NOTHING_OFFERED };
    }
    const { state, problem, toolCount, promptCount, resourceCount } = report;
    return { name, source, target, state, shown: problem, toolCount, promptCount, resourceCount };
  });
}
