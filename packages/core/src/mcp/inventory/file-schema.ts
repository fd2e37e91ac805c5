/** The shape of a project's `.qwen/mcp-inventory.json`: what the team says of its MCP tools, and what it accepted. */
import * as z from 'zod/mini';
import { about, group, text } from '../../settings/schema-kinds.js';
import { REPLAY_CLASSES } from './replay-class.js';

const toolSchema = z.looseObject({
  owner: about(text, 'Who answers for this tool; beats the owner of its server.'),
  class: about(
    z.optional(z.enum(REPLAY_CLASSES)),
    "The team's own class. It can only be stricter than what the server declares; the last two are never sent again.",
  ),
  note: about(text, 'Anything a reader of the inventory should know.'),
});

const serverSchema = z.looseObject({
  owner: about(text, 'Who answers for every tool of this server that has no owner of its own.'),
  trustJustification: about(text, 'Why this server is trusted, or why it is not.'),
  tools: about(z.optional(z.record(z.string(), toolSchema)), "By the server's own name of the tool."),
});

const acceptedToolSchema = z.looseObject({
  schema: about(z.string(), 'Digest of the input schema.'),
  annotationsDigest: about(z.string(), 'Digest of the annotations.'),
  annotations: about(z.optional(z.unknown()), 'As the server sent them; left out when it sent none.'),
});

const acceptedServerSchema = z.looseObject({
  at: about(z.string(), 'When, in UTC.'),
  tools: z.record(z.string(), acceptedToolSchema),
});

export const inventoryFileSchema = z.looseObject({
  $schema: text,
  workspace: group({ trustJustification: about(text, 'Why this folder is trusted, or why it is not.') }),
  servers: about(z.optional(z.record(z.string(), serverSchema)), 'By the name of the server in the settings.'),
  accepted: about(
    z.optional(z.record(z.string(), acceptedServerSchema)),
    'Written by "qwen mcp inventory accept": the tools as they were reviewed.',
  ),
});

export type InventoryFile = z.infer<typeof inventoryFileSchema>;
export type AcceptedTool = z.infer<typeof acceptedToolSchema>;
export type AcceptedServer = z.infer<typeof acceptedServerSchema>;

/** The JSON Schema for editors; scripts/generate-schema.mjs writes it to a file. */
export function inventoryJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(inventoryFileSchema), title: 'Qwen Code MCP inventory' };
}
