/**
 * Asks one connection for all of its tools. Never decides what becomes of a server whose listing failed.
 */
import type { DebugLog } from '../../shared/debug-log.js';
import type { ServerConfig } from '../server-config.js';
import type { DiscoveredTool } from '../types.js';
import { listPages, type SendRequest } from './list-pages.js';
import { snapshotTools } from './snapshot.js';

export interface DiscoverOptions {
  readonly config: Pick<ServerConfig, 'name' | 'includeTools' | 'excludeTools'>;
  readonly send: SendRequest;
  readonly debug: DebugLog;
}

/** Rejects when the listing failed; a server that does not know the method has no tools. */
export async function discoverTools({ config, send, debug }: DiscoverOptions): Promise<readonly DiscoveredTool[]> {
  const entries = await listPages('tools/list', 'tools', { server: config.name, send, debug });
  const { tools, skipped } = snapshotTools(entries, config);
  for (const why of skipped) debug('mcp', `${config.name}: tools/list: ${why}`);
  return tools;
}
