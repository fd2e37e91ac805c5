/**
 * The settings schema: the one source of the types, of the check at load and of the JSON Schema for editors.
 * Unknown keys are kept everywhere. Defaults are not here but in defaults.ts.
 */
import * as z from 'zod/mini';
import { mcpServerSchema } from './mcp-server-schema.js';
import {
  advancedSchema,
  furtherModels,
  modelProvidersSchema,
  modelSchema,
  reporting,
  securitySchema,
} from './schema-model.js';
import {
  contextSchema,
  generalSchema,
  hooksSchema,
  mcpSchema,
  memorySchema,
  permissionsSchema,
  toolsSchema,
  uiSchema,
} from './schema-tools.js';
import { about, flag, group, number, text, textMap, texts } from './schema-kinds.js';

const shape = {
  $version: number,
  model: modelSchema,
  modelProviders: modelProvidersSchema,
  ...furtherModels,
  security: securitySchema,
  mcp: mcpSchema,
  tools: toolsSchema,
  permissions: permissionsSchema,
  general: generalSchema,
  ui: uiSchema,
  context: contextSchema,
  memory: memorySchema,
  ...reporting,
  env: about(textMap, 'Environment of lowest priority: the real environment and .env files beat it.'),
  proxy: text,
  plansDirectory: text,
  advanced: advancedSchema,
  hooks: hooksSchema,
  disableAllHooks: flag,
  slashCommands: group({ disabled: texts }),
  skills: group({}),
  agents: group({}),
  experimental: group({}),
  ide: group({ enabled: flag }),
};

/** Everything but `mcpServers`, whose entries are checked one by one so that a bad one doesn't cost the others. */
export const settingsSchema = z.looseObject(shape);

/** The whole file, for the generated JSON Schema. */
export const settingsFileSchema = z.looseObject({
  ...shape,
  mcpServers: about(z.optional(z.record(z.string(), mcpServerSchema)), 'MCP servers by name.'),
});

export type Settings = z.infer<typeof settingsSchema>;
