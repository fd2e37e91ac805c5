/** The manager of a set of MCP servers, wired to this machine's trust, environment and stored sign-ins. */
import { inventoryPath } from '@qwen-code/qwen-code-core/mcp/inventory/inventory-path.js';
import { createTeamReader } from '@qwen-code/qwen-code-core/mcp/inventory/team-word.js';
import { createMcpManager, type McpManager } from '@qwen-code/qwen-code-core/mcp/manager.js';
import type { ServerConfig } from '@qwen-code/qwen-code-core/mcp/server-config.js';
import { openTransport } from '@qwen-code/qwen-code-core/mcp/transports/open.js';
import type { SdkHost } from '@qwen-code/qwen-code-core/mcp/transports/sdk.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Env, Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { shareProcessTable } from '@qwen-code/qwen-code-core/shared/process-table.js';
import { createTrustReader } from '@qwen-code/qwen-code-core/trust/server-trust.js';

export interface ManagerOptions {
  readonly servers: readonly ServerConfig[];
  readonly place: Place;
  readonly loaded: LoadedSettings;
  /** The settings whenever it is called, where they may change. Left out: as they were loaded. */
  readonly current?: () => LoadedSettings;
  readonly workspaceDirs: readonly string[];
  /** What a stdio server's environment holds besides its own entry. */
  readonly env: Env;
  readonly version: string;
  readonly clock: Clock;
  readonly debug: DebugLog;
  /** Reaches the servers of the program that drives qwen, if one does. */
  readonly host?: SdkHost | undefined;
  /** False: no health checks, whatever the settings say. */
  readonly looksAfter?: boolean;
}

export function createManager({ servers, place, loaded, env, clock, debug, ...rest }: ManagerOptions): McpManager {
  const { current = () => loaded } = rest;
  const trust = createTrustReader({
    ...place,
    loaded: {
      get fromProject() {
        return current().fromProject;
      },
      get servers() {
        return current().servers;
      },
    },
  });
  const readTable = shareProcessTable();
  const { health, toolIdleTimeoutMs } = loaded.settings.mcp;
  return createMcpManager({
    servers,
    trustReader: (name) => ({ server: trust.server(name), workspace: trust.workspace() }),
    teamReader: createTeamReader(inventoryPath(place)),
    clock,
    random: Math.random,
    debug,
    openTransport: (plan) =>
      openTransport(plan, {
        env,
        clock,
        debug,
        readTable,
        tokensFile: loaded.paths.mcpOauthTokens,
        host: rest.host,
      }),
    workspaceDirs: rest.workspaceDirs,
    version: rest.version,
    settings: { health: rest.looksAfter === false ? { enabled: false } : health, toolIdleTimeoutMs },
  });
}
