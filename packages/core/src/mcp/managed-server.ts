/**
 * One server of the manager: its connection, what it reports, and the link that tools are built on.
 * A folder that is not trusted starts none; that is read afresh before each try.
 */
import { createConnection, type Connection } from './connection/connection.js';
import { diffTools, isSameList } from './discovery/diff.js';
import { redactedTarget } from './journal/redacted-target.js';
import { DEFAULT_HEALTH } from './health/monitor.js';
import type { McpManagerOptions, ServerChange, ServerReport } from './manager.js';
import type { ServerConfig, TransportPlan } from './server-config.js';
import { createServerLog } from './server-log.js';
import type { WatchedTransport } from './transports/types.js';
import type { DiscoveredTool, ServerLink } from './types.js';

const UNTRUSTED = 'It is not started in a folder that is not trusted.';

export interface ManagedServer {
  readonly config: ServerConfig;
  readonly connection: Connection;
  readonly link: ServerLink;
  report(): ServerReport;
  /** The last lines of its standard error. */
  log(): readonly string[];
}

export function createManagedServer(
  config: ServerConfig,
  options: McpManagerOptions,
  tell: (change: ServerChange) => void,
): ManagedServer {
  const { trustReader, settings } = options;
  const log = createServerLog(config.plan);
  const openTransport = async (plan: TransportPlan): Promise<WatchedTransport> => {
    const transport = await options.openTransport(plan);
    transport.onstderr = log.push;
    return transport;
  };
  let last: readonly DiscoveredTool[] = [];
  const connection = createConnection({
    config,
    ports: { ...options, openTransport },
    random: options.random,
    health: { ...DEFAULT_HEALTH, ...settings.health },
    mayNotStart: () => (isWorkspaceTrusted(config.name, trustReader) ? undefined : UNTRUSTED),
    onChange: () => {
      const diff = diffTools(last, connection.tools);
      last = connection.tools;
      tell({ report: report(), ...(isSameList(diff) ? {} : { tools: diff }) });
    },
  });
  const report = (): ServerReport => {
    const { state, problem, tools, extras } = connection;
    return {
      name: config.name,
      transport: config.plan.kind,
      state: state.kind,
      problem,
      toolCount: tools.length,
      promptCount: extras.prompts.length,
      resourceCount: extras.resources.length,
    };
  };
  const link: ServerLink = {
    name: config.name,
    transport: config.plan.kind,
    callTimeoutMs: config.timeoutMs,
    idleTimeoutMs: settings.toolIdleTimeoutMs,
    useCallable: config.useCallable,
    target: redactedTarget(config.plan),
    idempotency: config.idempotency,
    trust: () => trustReader(config.name),
    team: (tool) => options.teamReader?.(config.name, tool),
    ready: connection.ready,
    renew: connection.renew,
  };
  return { config, connection, link, report, log: log.lines };
}

/** What can't be read is not trusted. */
export function isWorkspaceTrusted(name: string, trustReader: McpManagerOptions['trustReader']): boolean {
  try {
    return trustReader(name).workspace === true;
  } catch {
    return false;
  }
}
