/** The JSON Schema for editors, generated from the zod schema; scripts/generate-schema.mjs writes it to a file. */
import * as z from 'zod/mini';
import { settingsFileSchema } from './schema.js';

export function settingsJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(settingsFileSchema), title: 'Qwen Code settings' };
}
