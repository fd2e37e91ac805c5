/**
 * The seam between the servers (`mcp/`) and the tool that calls them (`tools/mcp-tool/`).
 *
 * A server lives through epochs: one process or HTTP session each. A tool description belongs to the epoch that listed
 * it; nothing here re-sends a call.
 */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ToolHints } from './discovery/hints.js';
import type { ReplayClass } from './inventory/replay-class.js';
import type { IdempotencyRules } from '../settings/mcp-server-schema.js';
import type { AttemptWatch } from './transports/types.js';

/** One tool as one epoch described it. */
export interface DiscoveredTool {
  /** The server's own name for it, unchanged. */
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly hints: ToolHints | undefined;
  /** As the server sent them, wrong types included; for people to read, never for a decision. Missing: it sent none. */
  readonly annotations?: unknown;
}

/** One epoch of one server, connected and listed. */
export interface LiveServer {
  readonly epoch: number;
  readonly tools: readonly DiscoveredTool[];
  /** The SDK client of this epoch. Use it inside an attempt's `run`, so that what it sends is watched. */
  readonly client: Client;
  /** Watches one `tools/call` on this epoch's connection: how far it got, what came back. */
  watchAttempt(): AttemptWatch;
}

export type ServerTransportKind = 'stdio' | 'http' | 'sse' | 'sdk';

/** One configured server, as the tool sees it. */
export interface ServerLink {
  readonly name: string;
  readonly transport: ServerTransportKind;
  /** Limit of one whole call, replays included, in ms. */
  readonly callTimeoutMs: number;
  readonly idleTimeoutMs: number | undefined;
  /** `progress: false` in settings: use the callable fallback. */
  readonly useCallable: boolean;
  /** A command's name, or origin and path: what may stand in a record. */
  readonly target?: string | undefined;
  /** How the operator wants a call's idempotency key to be sent. Missing: not at all. */
  readonly idempotency?: IdempotencyRules | undefined;
  /** Read afresh from settings and trust files at every call. Exactly `true` counts. */
  trust(): { readonly server: boolean; readonly workspace: boolean };
  /** The class that the operator's own inventory gives a tool, read afresh at every call. Missing: there is none. */
  team?(tool: string): ReplayClass | undefined;
  /** The live epoch, waiting (bounded) for the ordinary connect-and-list when the server is down. Never throws. */
  ready(signal: AbortSignal): Promise<LiveServer | undefined>;
  /**
   * A later epoch than the lost one, connected and listed again; shared by every caller of the same server. Over HTTP a
   * session that still lives is kept and only listed again. undefined: it could not be had in time. Never throws.
   */
  renew(lostEpoch: number, signal: AbortSignal): Promise<LiveServer | undefined>;
}
