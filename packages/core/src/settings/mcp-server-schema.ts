/**
 * One entry of `mcpServers`, as every settings file and `--mcp-config` spells it. The one source of its types;
 * unknown keys are kept.
 */
import * as z from 'zod/mini';
import { about, flag, group, positive, someText, text, textMap, texts } from './schema-kinds.js';

const oauth = group({
  enabled: flag,
  clientId: text,
  clientSecret: text,
  authorizationUrl: text,
  tokenUrl: text,
  scopes: texts,
  audiences: texts,
  redirectUri: text,
  tokenParamName: text,
});

/** Where the idempotency key of a call goes: into a named argument, or into the request's `_meta` under this key. */
const idempotencyRule = z.union([z.strictObject({ argument: someText }), z.strictObject({ meta: someText })]);

export type IdempotencyRule = z.infer<typeof idempotencyRule>;
/** By the server's own tool name; `*` is for every tool without a rule of its own. */
export type IdempotencyRules = Readonly<Record<string, IdempotencyRule>>;

export const mcpServerSchema = z.looseObject({
  command: about(text, 'Program to start for a stdio server.'),
  args: texts,
  env: about(textMap, 'Added over the environment of qwen itself.'),
  cwd: text,
  httpUrl: about(text, 'Streamable HTTP endpoint; beats url and command.'),
  url: about(text, 'Legacy SSE endpoint; beats command.'),
  tcp: text,
  headers: textMap,
  timeout: about(positive, 'Limit of initialize and of each tool call, in ms.'),
  discoveryTimeoutMs: about(positive, 'Limit of connecting and listing, in ms.'),
  trust: about(flag, 'True: no confirmation, and replay of tools that declare it safe.'),
  progress: about(flag, 'False: call without a progress token.'),
  includeTools: about(texts, "The server's own tool names to offer; all when left out."),
  excludeTools: about(texts, "The server's own tool names to hide; beats includeTools."),
  idempotency: about(
    z.optional(z.record(z.string(), idempotencyRule)),
    'Sends the idempotency key of each call, by tool name or "*": { "argument": NAME } or { "meta": KEY }.',
  ),
  alwaysLoadTools: flag,
  description: text,
  oauth,
  authProviderType: z.optional(z.enum(['dynamic_discovery', 'google_credentials', 'service_account_impersonation'])),
  targetAudience: text,
  targetServiceAccount: text,
  type: text,
});

export type McpServerEntry = z.infer<typeof mcpServerSchema>;
