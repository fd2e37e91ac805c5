/**
 * The SDK's client for one connection: the only part of the SDK above the transports, loaded when the first server needs
 * it. Answers `roots/list` with the workspace directories; offers the server nothing else (no sampling, no elicitation).
 */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  ListRootsRequestSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
  type Result,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import * as z from 'zod/mini';
import type { ListMethod } from '../discovery/list-pages.js';
import type { WatchedTransport } from '../transports/types.js';

/** Which of its lists a server said has changed. */
export type ChangedList = 'tools' | 'prompts' | 'resources';

export interface ClientOptions {
  readonly serverName: string;
  /** The version of qwen, as the server is told it. */
  readonly version: string;
  readonly workspaceDirs: readonly string[];
  readonly onListChanged: (list: ChangedList) => void;
}

/** Longer than any limit of ours: the limits are kept by the caller's signal, the SDK's own clock never runs out. */
const NO_SDK_LIMIT = { timeout: 2 ** 31 - 1 } as const;

const anyResult = z.looseObject({});

export function createSdkClient({ serverName, version, workspaceDirs, onListChanged }: ClientOptions): Client {
  const client = new Client(
    { name: `qwen-cli-mcp-client-${serverName}`, version },
    // Results are never held against a tool's output schema: after a commit that would turn an answer into an error.
    { capabilities: { roots: {} }, jsonSchemaValidator: { getValidator: acceptAll } },
  );
  const roots = workspaceDirs.map((dir) => ({ uri: pathToFileURL(dir).href, name: basename(dir) }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => onListChanged('tools'));
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => onListChanged('prompts'));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => onListChanged('resources'));
  return client;
}

const acceptAll =
  <T>(): JsonSchemaValidator<T> =>
  (input) => ({ valid: true, data: input as T, errorMessage: undefined });

/** Starts the transport and initialises the session on it. */
export const initialize = (client: Client, transport: WatchedTransport): Promise<void> =>
  client.connect(transport, NO_SDK_LIMIT);

/** Reads of one thing that a server offers; both change nothing there. */
export type ReadMethod = 'prompts/get' | 'resources/read';

/** All that may be sent from below the tools: never a `tools/call`. */
export interface SentRequest {
  readonly method: ListMethod | ReadMethod | 'ping';
  readonly params?: Record<string, unknown> | undefined;
  readonly signal: AbortSignal;
}

/** The result as the peer sent it: nothing is stripped or refused for what it holds. */
export const sendRequest = (client: Client, { method, params, signal }: SentRequest): Promise<Result> =>
  client.request({ method, ...(params === undefined ? {} : { params }) }, anyResult, { ...NO_SDK_LIMIT, signal });
