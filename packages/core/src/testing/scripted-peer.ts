/**
 * MCP servers in memory for tests of what connects to them: each opened transport is a new peer, whose requests are
 * recorded and answered by the test's script, and which dies, falls silent or speaks unasked when the test says so.
 */
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { WatchedTransport } from '../mcp/transports/types.js';
import { createReachWatch, isRequest, localError } from '../mcp/transports/watch-reach.js';

export interface PeerRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>> | undefined;
}

/** What becomes of a request: a result, an error, nothing at all, or over HTTP an exchange that ends without a reply. */
export type PeerReply =
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string } }
  | 'silence'
  | 'lost-exchange';

export interface Peer {
  /** 1 for the first one opened. */
  readonly nth: number;
  readonly transport: WatchedTransport;
  /** Methods that arrived, in order; notifications too. */
  readonly methods: string[];
  /** Every message that arrived. */
  readonly messages: JSONRPCMessage[];
  /** Sends a message unasked. */
  say(message: object): void;
  /** The connection ends. */
  die(cause?: unknown): void;
  /** An exchange that carried no request ends, as a side stream does. */
  trouble(): void;
}

export interface PeerScript {
  readonly kind?: WatchedTransport['kind'];
  /** undefined: the usual answer. */
  onRequest?(request: PeerRequest, peer: Peer): PeerReply | undefined | Promise<PeerReply | undefined>;
  /** Throws what a start fails with. */
  onStart?(peer: Peer): void;
  /** Awaited by `close`. */
  onClose?(peer: Peer): Promise<void>;
}

export interface Peers {
  readonly all: readonly Peer[];
  /** What was opened and what was closed, in order: `open 1`, `close 1`. */
  readonly log: readonly string[];
  open(): Promise<WatchedTransport>;
}

const INITIALIZED = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'peer', version: '1' },
};

/** What a usual peer answers: one tool called `work`. */
function usualReply({ method }: PeerRequest): PeerReply {
  if (method === 'initialize') return { result: INITIALIZED };
  if (method === 'tools/list') return { result: { tools: [{ name: 'work' }] } };
  return { result: {} };
}

export function createPeers(script: PeerScript = {}): Peers {
  const all: Peer[] = [];
  const log: string[] = [];
  return {
    all,
    log,
    open: async () => {
      const peer = createPeer(all.length + 1, script, log);
      all.push(peer);
      return peer.transport;
    },
  };
}

function createPeer(nth: number, script: PeerScript, log: string[]): Peer {
  const watch = createReachWatch();
  let over = false;
  let closing: Promise<void> | undefined;

  const deliver = (message: object): void => {
    if (!over && watch.arrived(message as JSONRPCMessage)) transport.onmessage?.(message as JSONRPCMessage);
  };
  const end = (cause: unknown): void => {
    if (over) return;
    over = true;
    watch.allLost(cause);
    transport.onclose?.();
    if (closing === undefined) transport.onlost?.(cause);
  };
  const receive = async (message: JSONRPCMessage): Promise<void> => {
    peer.messages.push(message);
    if (!('method' in message)) return;
    peer.methods.push(message.method);
    if (!isRequest(message)) return;
    const { id } = message;
    const reply = (await script.onRequest?.(message as PeerRequest, peer)) ?? usualReply(message as PeerRequest);
    if (reply === 'silence') return;
    if (reply !== 'lost-exchange') return deliver({ jsonrpc: '2.0', id, ...reply });
    const cause = new Error('scripted cut');
    if (!watch.lost(id, cause)) return;
    transport.onmessage?.(localError(id));
    transport.onexchangelost?.(cause);
  };
  const close = async (): Promise<void> => {
    await script.onClose?.(peer);
    log.push(`close ${nth}`);
    end(new Error('closed'));
  };

  const transport: WatchedTransport = {
    kind: script.kind ?? 'stdio',
    watchAttempt: watch.watchAttempt,
    start: async () => {
      log.push(`open ${nth}`);
      script.onStart?.(peer);
    },
    send: async (message) => {
      watch.leaving(message);
      if (over) throw new Error('already dead');
      if (isRequest(message)) watch.left(message.id);
      queueMicrotask(() => void receive(message));
    },
    close: () => (closing ??= close()),
  };
  const peer: Peer = {
    nth,
    transport,
    methods: [],
    messages: [],
    say: deliver,
    die: (cause = new Error('scripted death')) => end(cause),
    trouble: () => transport.onexchangelost?.(new Error('scripted trouble')),
  };
  return peer;
}
