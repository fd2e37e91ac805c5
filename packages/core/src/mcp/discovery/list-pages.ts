/**
 * Asks for a whole list, page by page (MCP specification, pagination). Bounded: a cursor that comes back, or a list
 * without end, stops the listing with what there is. A server that does not know the method lists nothing.
 */
import type { DebugLog } from '../../shared/debug-log.js';

export type ListMethod = 'tools/list' | 'prompts/list' | 'resources/list';

/** Sends one request and gives the result as the peer sent it; rejects with an error that has `code` on a JSON-RPC error. */
export type SendRequest = (method: ListMethod, params?: Record<string, unknown>) => Promise<unknown>;

const MAX_PAGES = 200;
const MAX_ENTRIES = 10_000;
const METHOD_NOT_FOUND = -32601;

export interface ListOptions {
  readonly server: string;
  readonly send: SendRequest;
  readonly debug: DebugLog;
}

/** `key` is where a page keeps its entries: `tools`, `prompts` or `resources`. Rejects when the listing failed. */
export async function listPages(
  method: ListMethod,
  key: string,
  { server, send, debug }: ListOptions,
): Promise<readonly unknown[]> {
  let entries: readonly unknown[] = [];
  let cursor: string | undefined;
  const seen = new Set<string>();
  for (;;) {
    const page = await listPage(send, { method, key, cursor });
    entries = entries.concat(page.entries);
    cursor = page.nextCursor;
    if (cursor === undefined) return entries;
    const why = reasonToStop(seen.has(cursor), seen.size + 1, entries.length);
    if (why !== undefined) {
      debug('mcp', `${server}: ${method}: ${why}; listing stopped`);
      return entries.slice(0, MAX_ENTRIES);
    }
    seen.add(cursor);
  }
}

function reasonToStop(cursorCameBack: boolean, pages: number, entries: number): string | undefined {
  if (cursorCameBack) return 'the server gave a cursor for the second time';
  if (entries >= MAX_ENTRIES) return `there are more than ${MAX_ENTRIES} entries`;
  return pages >= MAX_PAGES ? `there are more than ${MAX_PAGES} pages` : undefined;
}

interface PageRequest {
  readonly method: ListMethod;
  readonly key: string;
  readonly cursor: string | undefined;
}

interface Page {
  readonly entries: readonly unknown[];
  readonly nextCursor: string | undefined;
}

async function listPage(send: SendRequest, { method, key, cursor }: PageRequest): Promise<Page> {
  try {
    const result = ((await send(method, cursor === undefined ? undefined : { cursor })) ?? {}) as Record<
      string,
      unknown
    >;
    const { [key]: entries, nextCursor } = result;
    if (!Array.isArray(entries)) throw new Error(`${method} was answered without a list of ${key}`);
    return { entries, nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined };
  } catch (error) {
    if ((error as { code?: unknown } | undefined)?.code === METHOD_NOT_FOUND)
      return { entries: [], nextCursor: undefined };
    throw error;
  }
}
