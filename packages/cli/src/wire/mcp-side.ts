/**
 * The MCP servers of a run, from settings to tools: which ones start, when the first model request may go, and what the
 * model is offered now. A run without servers loads nothing of MCP.
 */
import type { OfferedPrompt, OfferedResource } from '@qwen-code/qwen-code-core/mcp/manager.js';
import type { AskFrozen } from '@qwen-code/qwen-code-core/mcp/reconcile/freeze-guard.js';
import type { SdkHost } from '@qwen-code/qwen-code-core/mcp/transports/sdk.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import type { ResourceContent } from '@qwen-code/qwen-code-core/tools/mcp-resource/offered-text.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import type { SelectedServers } from '@qwen-code/qwen-code-core/trust/select-servers.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';

export interface ServerStatus {
  readonly name: string;
  readonly status: 'connected' | 'disconnected';
  /** One sentence for stderr when it can't be used now. */
  readonly shown?: string;
}

export interface McpSide {
  /** Resolves when the first model request may go: see first-wait. Never rejects. */
  firstWait(signal: AbortSignal): Promise<void>;
  /** The tools of every server, as they are now. */
  tools(): readonly Tool[];
  statuses(): readonly ServerStatus[];
  /** Prompts and resources of the servers that are there, or were a moment ago. */
  prompts(): readonly OfferedPrompt[];
  resources(): readonly OfferedResource[];
  /** What the servers say about their use: their words, not the user's. */
  instructions(): readonly { readonly server: string; readonly text: string }[];
  /** All that the prompt's messages say. Throws QwenError with one sentence. */
  getPrompt(server: string, name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>;
  /** Throws QwenError with one sentence, also in a folder that is not trusted. */
  readResource(server: string, uri: string, signal: AbortSignal): Promise<ResourceContent>;
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
  readonly sessionId: string;
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
  const { selected } = options;
  const idle = selected.notStarted
    .filter(({ why }) => why !== 'not-allowed')
    .map(({ name }): ServerStatus => ({ name, status: 'disconnected' }));
  if (selected.start.length === 0) return withoutServers(idle);
  const { runServers } = await import('./run-servers.js');
  return runServers(options, idle);
}

const withoutServers = (statuses: readonly ServerStatus[]): McpSide => ({
  firstWait: () => Promise.resolve(),
  tools: () => [],
  statuses: () => statuses,
  prompts: () => [],
  resources: () => [],
  instructions: () => [],
  getPrompt: noServer,
  readResource: noServer,
  stop: () => Promise.resolve(),
});

const noServer = (server: string): Promise<never> =>
  Promise.reject(new QwenError('usage', `MCP server "${server}" is not running, so nothing can be read from it.`));
