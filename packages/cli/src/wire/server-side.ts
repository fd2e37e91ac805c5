/**
 * The MCP servers of a conversation together with the settings that they follow: selected and started at once, and brought
 * in line whenever the settings change. The permission rules and the folder's trust change with them, the mode does not.
 */
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { ApprovalPolicy } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { VERSION } from '../version.js';
import { approvalPolicy } from './approval-policy.js';
import { createLiveSettings } from './live-settings.js';
import { startMcpSide, type McpSide, type McpSideOptions } from './mcp-side.js';
import { saveOutput } from './saved-output.js';
import { notStartedWarnings, selectRunServers } from './select-run-servers.js';
import { createServerDesk, type ServerDesk } from './server-desk.js';
import type { WireOptions } from './wire-run.js';

export interface ServerSideOptions extends WireOptions, Pick<McpSideOptions, 'reserved' | 'workspaceDirs' | 'env'> {
  /** The policy as it is now; its rules follow the settings. */
  readonly live: { policy: ApprovalPolicy; readonly sessionId: string };
  /** Where outputs are kept that are too long for the model. */
  readonly tempDir: string;
}

export interface ServerSide {
  readonly mcp: McpSide;
  readonly desk: ServerDesk;
  /** As they are now. */
  settings(): LoadedSettings;
  /** Waits as long as a first request may; then tells which servers are not there, a sentence each. Never rejects. */
  ready(signal: AbortSignal): Promise<readonly string[]>;
  /** Reads the settings again, as when their files change. Never rejects. */
  reload(): Promise<void>;
  /** Nothing is followed any more, and every server is ended. Any number of calls; never rejects. */
  stop(): Promise<void>;
  /** One sentence for each server that does not start and that somebody may miss. */
  readonly warnings: readonly string[];
}

export async function startServerSide(options: ServerSideOptions): Promise<ServerSide> {
  const { flags, place, live, tempDir } = options;
  const selected = selectRunServers(options);
  const mcp = await startMcpSide({
    ...options,
    selected,
    version: VERSION,
    sessionId: () => live.sessionId,
    saveOutput: (text) => saveOutput(tempDir, text),
    tell: (shown) => options.tell(shown),
  });
  const settings = createLiveSettings({
    ...options,
    selected,
    onChange: async (next, selectedNow) => {
      const { mode } = live.policy;
      live.policy = { ...approvalPolicy(flags, next, place, options.approver !== undefined), mode };
      await mcp.apply(next, selectedNow);
    },
    tell: (shown) => options.tell(shown),
  });
  return {
    mcp,
    desk: createServerDesk(mcp, settings, place),
    warnings: notStartedWarnings(selected, options),
    ready: async (signal) => {
      await mcp.firstWait(signal);
      return mcp.statuses().flatMap(({ shown }) => (shown === undefined ? [] : [shown]));
    },
    settings: () => settings.loaded,
    reload: settings.reload,
    stop: async () => {
      settings.stop();
      await mcp.stop();
    },
  };
}
