/** Does the tool's schema of a later epoch still take the arguments that the earlier one took? When in doubt, no. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, ToolArguments } from '../types.js';

export interface SchemaChange {
  readonly before: JsonSchema;
  readonly now: JsonSchema;
}

/** An unchanged schema needs no check; the validator loads only for a changed one. */
export async function acceptsArguments({ before, now }: SchemaChange, args: ToolArguments): Promise<boolean> {
  if (isDeepStrictEqual(before, now)) return true;
  const { provablyFits } = await import('../../shared/json-schema-check.js');
  return provablyFits(now, args);
}
