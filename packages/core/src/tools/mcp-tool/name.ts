/**
 * The names that the model calls MCP tools by: `mcp__<server>__<tool>`, made safe for every provider, and back.
 *
 * A name belongs to one server and one tool, whatever connects first: where two configured servers could own it (`a` and
 * `a__b`), it is the shorter one's, and the other's tool carries a hash. No built-in is ever shadowed.
 */
export interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

export interface NameOptions {
  /** Every configured server, connected or not. */
  readonly servers: readonly string[];
  /** Names that are taken, such as the built-in tools'. */
  readonly reserved: ReadonlySet<string>;
}

const MAX_LENGTH = 63;
const HASH_LENGTH = 7;
const PROVIDER_SAFE = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** The name of one tool when nothing else claims it. */
export function mcpToolName({ server, tool }: ServerTool): string {
  const full = `mcp__${server}__${tool}`;
  return full.length <= MAX_LENGTH && PROVIDER_SAFE.test(full) ? full : hashed(full, full);
}

/** Name to tool (the very object that was given), for all tools of all servers; the same for the same tools in any order. */
export function nameMcpTools<T extends ServerTool>(tools: readonly T[], options: NameOptions): ReadonlyMap<string, T> {
  const named = new Map<string, T>();
  for (const pair of [...tools].sort(byServerThenTool)) {
    const isFree = (name: string): boolean => !named.has(name) && !options.reserved.has(name);
    const plain = isClaimed(pair, options.servers) ? undefined : mcpToolName(pair);
    const name = plain !== undefined && isFree(plain) ? plain : ownNames(pair).find(isFree);
    if (name !== undefined) named.set(name, pair);
  }
  return named;
}

/** Names that hold a hash of server and tool apart, so that no other pair spells the same. */
function ownNames({ server, tool }: ServerTool): string[] {
  const full = `mcp__${server}__${tool}`;
  return [0, 1, 2, 3].map((salt) => hashed(full, JSON.stringify([server, tool, salt])));
}

/** Another configured server with a shorter name could offer a tool that is spelled the same. */
function isClaimed({ server, tool }: ServerTool, servers: readonly string[]): boolean {
  const spelled = `${server}__${tool}`;
  return servers.some((other) => other.length < server.length && spelled.startsWith(`${other}__`));
}

function hashed(full: string, identity: string): string {
  const safe = full.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return `${safe.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${fnv1a(identity)}`;
}

/** 32-bit FNV-1a over UTF-16 code units, base 36. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(36).padStart(HASH_LENGTH, '0');
}

function byServerThenTool(a: ServerTool, b: ServerTool): number {
  return compare(a.server, b.server) || compare(a.tool, b.tool);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
