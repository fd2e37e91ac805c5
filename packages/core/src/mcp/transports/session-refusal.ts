/**
 * Does this HTTP answer turn the session away, rather than answer the call? Pure.
 * Only asked on a connection that has a session id (MCP specification, Streamable HTTP, session management, and the
 * dialects that servers really speak).
 */
import type { Reply } from '../loss/classify.js';

const SESSION_ERROR_CODES: ReadonlySet<number> = new Set([-32001, -32600]);
const GONE = '(not found|unknown|terminated|expired)';
const SESSION_GONE = new RegExp(`session.*${GONE}|${GONE}.*session`, 'is');
/** A 400 has no code to go by; servers word it in more ways. */
const SESSION_TURNED_AWAY =
  /session.*(not found|unknown|terminated|expired|invalid|missing)|(unknown|invalid|expired|no valid|no such|missing).*session/is;

/** A JSON-RPC error that says that the session, not the call, is at fault. A result never is. */
export function refusesSession(reply: Reply): boolean {
  return reply.kind === 'error' && SESSION_ERROR_CODES.has(reply.code) && SESSION_GONE.test(reply.message);
}

/** A status outside 2xx whose meaning is that the session id is not known (any more). */
export function statusRefusesSession(status: number, body: string): boolean {
  if (status === 404 || status === 410) return true;
  return status === 400 && SESSION_TURNED_AWAY.test(body);
}
