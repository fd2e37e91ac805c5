/**
 * One entry of `mcpServers`, as every settings file and `--mcp-config` spells it. The one source of its types;
 * unknown keys are kept.
 */
import * as z from 'zod';

const strings = z.record(z.string(), z.string());

export const oauthSchema = z.looseObject({
  enabled: z.boolean().optional(),
  clientId: z.string().optional(),
  clientSecret: z.string().optional(),
  authorizationUrl: z.string().optional(),
  tokenUrl: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  audiences: z.array(z.string()).optional(),
  redirectUri: z.string().optional(),
  tokenParamName: z.string().optional(),
});

export const mcpServerSchema = z.looseObject({
  command: z.string().optional().describe('Program to start for a stdio server.'),
  args: z.array(z.string()).optional(),
  env: strings.optional().describe('Added over the environment of qwen itself.'),
  cwd: z.string().optional(),
  httpUrl: z.string().optional().describe('Streamable HTTP endpoint; beats url and command.'),
  url: z.string().optional().describe('Legacy SSE endpoint; beats command.'),
  tcp: z.string().optional(),
  headers: strings.optional(),
  timeout: z.number().positive().optional().describe('Limit of initialize and of each tool call, in ms.'),
  discoveryTimeoutMs: z.number().positive().optional().describe('Limit of connecting and listing, in ms.'),
  trust: z.boolean().optional().describe('True: no confirmation, and replay of tools that declare it safe.'),
  progress: z.boolean().optional().describe('False: call without a progress token.'),
  includeTools: z.array(z.string()).optional(),
  excludeTools: z.array(z.string()).optional(),
  alwaysLoadTools: z.boolean().optional(),
  description: z.string().optional(),
  oauth: oauthSchema.optional(),
  authProviderType: z.enum(['dynamic_discovery', 'google_credentials', 'service_account_impersonation']).optional(),
  type: z.string().optional(),
});

export type McpServerEntry = z.infer<typeof mcpServerSchema>;
