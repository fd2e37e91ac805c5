/**
 * Asks one connection for all of its tools (MCP specification, tools/list with pagination).
 * Bounded: a cursor that comes back, or a list without end, stops the listing with what there is.
 * Never decides what becomes of a server whose listing failed.
 */
import type { DebugLog } from '../../shared/debug-log.js';
import type { ServerConfig } from '../server-config.js';
import type { DiscoveredTool } from '../types.js';
import { snapshotTools } from './snapshot.js';

/** Sends one request and gives the result as the peer sent it; rejects with an error that has `code` on a JSON-RPC error. */
export type SendRequest = (method: string, params?: Record<string, unknown>) => Promise<unknown>;

const MAX_PAGES = 200;
const MAX_TOOLS = 10_000;
const METHOD_NOT_FOUND = -32601;

export interface DiscoverOptions {
  readonly config: Pick<ServerConfig, 'name' | 'includeTools' | 'excludeTools'>;
  readonly send: SendRequest;
  readonly debug: DebugLog;
}

/** Rejects when the listing failed; a server that does not know the method has no tools. */
export async function discoverTools({ config, send, debug }: DiscoverOptions): Promise<readonly DiscoveredTool[]> {
  const log = (message: string): void => debug('mcp', `${config.name}: tools/list: ${message}`);
  const { tools, skipped } = snapshotTools(await listEntries(send, log), config);
  skipped.forEach(log);
  return tools;
}

async function listEntries(send: SendRequest, log: (message: string) => void): Promise<readonly unknown[]> {
  let entries: readonly unknown[] = [];
  let cursor: string | undefined;
  const seen = new Set<string>();
  for (;;) {
    const page = await listPage(send, cursor);
    entries = entries.concat(page.tools);
    cursor = page.nextCursor;
    if (cursor === undefined) return entries;
    const why = reasonToStop(seen.has(cursor), seen.size + 1, entries.length);
    if (why !== undefined) {
      log(`${why}; listing stopped`);
      return entries.slice(0, MAX_TOOLS);
    }
    seen.add(cursor);
  }
}

function reasonToStop(cursorCameBack: boolean, pages: number, tools: number): string | undefined {
  if (cursorCameBack) return 'the server gave a cursor for the second time';
  if (tools >= MAX_TOOLS) return `there are more than ${MAX_TOOLS} tools`;
  return pages >= MAX_PAGES ? `there are more than ${MAX_PAGES} pages` : undefined;
}

interface Page {
  readonly tools: readonly unknown[];
  readonly nextCursor: string | undefined;
}

async function listPage(send: SendRequest, cursor: string | undefined): Promise<Page> {
  try {
    const result = await send('tools/list', cursor === undefined ? undefined : { cursor });
    const { tools, nextCursor } = (result ?? {}) as Record<string, unknown>;
    if (!Array.isArray(tools)) throw new Error('tools/list was answered without a list of tools');
    return { tools, nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined };
  } catch (error) {
    if ((error as { code?: unknown } | undefined)?.code === METHOD_NOT_FOUND)
      return { tools: [], nextCursor: undefined };
    throw error;
  }
}
