/** JSON-RPC 2.0 messages as a canary server reads and writes them, without any MCP library. */
export type RpcId = string | number;

export interface RpcMessage {
  readonly jsonrpc: '2.0';
  readonly id?: RpcId | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface RpcRequest extends RpcMessage {
  readonly id: RpcId;
  readonly method: string;
}

export const isRequest = (message: RpcMessage): message is RpcRequest =>
  message.method !== undefined && message.id !== undefined && message.id !== null;

export const result = (id: RpcId, value: unknown): RpcMessage => ({ jsonrpc: '2.0', id, result: value });

export const rpcError = (id: RpcId, code: number, message: string, data?: unknown): RpcMessage => ({
  jsonrpc: '2.0',
  id,
  error: data === undefined ? { code, message } : { code, message, data },
});

export const notification = (method: string, params?: Readonly<Record<string, unknown>>): RpcMessage => ({
  jsonrpc: '2.0',
  method,
  ...(params === undefined ? {} : { params }),
});
