/**
 * The MCP core without the binary around it: the real manager and the real tool over real servers. For what a headless
 * run can't bring about, such as unsafe calls side by side, or a call after a cancelled one in the same process.
 */
import { createMcpManager, type McpManager, type ServerReport } from '@qwen-code/qwen-code-core/mcp/manager.js';
import { planServer, type ServerConfig } from '@qwen-code/qwen-code-core/mcp/server-config.js';
import { openTransport } from '@qwen-code/qwen-code-core/mcp/transports/open.js';
import { systemClock, type Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { noDebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { hostCanary, type CanaryHost, type CanaryOptions } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { createMcpTool } from '@qwen-code/qwen-code-core/tools/mcp-tool/index.js';
import type { ToolProgress, ToolResult } from '@qwen-code/qwen-code-core/tools/types.js';

export interface CoreStage {
  readonly home: TempHome;
  /** What the manager and the tools read as today's trust; change it at will. */
  readonly trust: { server: boolean; workspace: boolean };
  canary(name: string, options: CanaryOptions): Promise<CanaryHost>;
  /** A manager over these servers, started: each is ready, or has said why not. */
  start(servers: readonly CoreServer[], options?: CoreOptions): Promise<McpManager>;
  close(): Promise<void>;
}

export interface CoreServer {
  readonly canary: CanaryHost;
  /** More of its settings entry. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

export interface CoreOptions {
  readonly settings?: Parameters<typeof createMcpManager>[0]['settings'];
  /** How many times faster than the wall the manager's clock runs: its back-off and limits, not the servers'. Default 1. */
  readonly speed?: number;
}

const clockAt = (speed: number): Clock => ({
  now: () => systemClock.now() * speed,
  sleep: (ms, signal, options) => systemClock.sleep(ms / speed, signal, options),
  after: (ms, run) => systemClock.after(ms / speed, run),
});

export async function createCoreStage(): Promise<CoreStage> {
  const home = await createTempHome();
  const trust = { server: true, workspace: true };
  const endings: (() => Promise<void>)[] = [];
  return {
    home,
    trust,
    canary: async (name, options) => {
      const canary = await hostCanary(`${home.root}/canaries`, name, options);
      endings.push(() => canary.stop());
      return canary;
    },
    start: async (servers, { settings = {}, speed = 1 } = {}) => {
      const clock = clockAt(speed);
      const manager = createMcpManager({
        servers: servers.map((server) => configOf(server, home.project, speed)),
        trustReader: () => ({ ...trust }),
        clock,
        random: Math.random,
        debug: noDebugLog,
        openTransport: (plan) => openTransport(plan, { env: process.env, clock, debug: noDebugLog }),
        workspaceDirs: [home.project],
        version: '0.0.0-test',
        settings,
      });
      endings.unshift(() => manager.stop());
      await manager.start();
      return manager;
    },
    close: async () => {
      for (const end of endings) await end();
      await home.remove();
    },
  };
}

/** The limits of the entry stay those of the wall, whatever the speed: real servers answer in real time. */
function configOf({ canary, entry }: CoreServer, project: string, speed: number): ServerConfig {
  const limits = { timeout: 10_000 * speed, discoveryTimeoutMs: 10_000 * speed };
  const planned = planServer(canary.name, { ...canary.entry, ...limits, ...entry }, project);
  if (planned.kind === 'invalid') throw new Error(planned.shown);
  return planned.config;
}

export interface CallOptions {
  readonly args?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ToolProgress) => void;
}

/** Resolves once the manager's report on this server is as wanted, now or after a change. */
export function untilReported(
  manager: McpManager,
  server: string,
  fits: (report: ServerReport) => boolean,
): Promise<ServerReport> {
  return new Promise((resolve) => {
    const look = (): void => {
      const report = manager.states().find(({ name }) => name === server);
      if (report === undefined || !fits(report)) return;
      stop();
      resolve(report);
    };
    const stop = manager.onChange(look);
    look();
  });
}

/** One call of one tool as the manager offers it now. */
export function callTool(
  manager: McpManager,
  server: string,
  name: string,
  options: CallOptions = {},
): Promise<ToolResult> {
  const offered = manager.tools().find(({ link, tool }) => link.name === server && tool.name === name);
  if (offered === undefined) throw new Error(`${server} does not offer ${name}`);
  const tool = createMcpTool({
    ...offered,
    name: `mcp__${server}__${name}`,
    journal: undefined,
    clock: systemClock,
    saveOutput: () => Promise.reject(new Error('nothing here is that long')),
    debug: noDebugLog,
  });
  return tool.execute(options.args ?? { key: 'k' }, {
    callId: 'call',
    signal: options.signal ?? new AbortController().signal,
    onProgress: options.onProgress ?? (() => {}),
  });
}
