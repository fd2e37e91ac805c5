/**
 * One entry of `mcpServers`, as every settings file and `--mcp-config` spells it. The one source of its types;
 * unknown keys are kept.
 */
import * as z from 'zod/mini';
import { about, flag, group, positive, text, textMap, texts } from './schema-kinds.js';

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
  alwaysLoadTools: flag,
  description: text,
  oauth,
  authProviderType: z.optional(z.enum(['dynamic_discovery', 'google_credentials', 'service_account_impersonation'])),
  targetAudience: text,
  targetServiceAccount: text,
  type: text,
});

export type McpServerEntry = z.infer<typeof mcpServerSchema>;
