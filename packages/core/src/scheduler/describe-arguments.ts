/**
 * A tool's parameters in one short line, for the model that got them wrong: `{"file_path": string (required), "limit": integer}`.
 * Pure and bounded; reads only the top level of the schema.
 */
import type { JsonSchema } from '../tools/types.js';

const MAX_CHARS = 600;
const MAX_CHOICES = 8;

export function describeArguments(parameters: JsonSchema): string {
  const properties = asRecord(parameters['properties']);
  const required = Array.isArray(parameters['required']) ? parameters['required'] : [];
  const fields = Object.entries(properties).map(
    ([name, schema]) => `"${name}": ${typeOf(asRecord(schema))}${required.includes(name) ? ' (required)' : ''}`,
  );
  const line = `{${fields.join(', ')}}`;
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS)}…`;
}

function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const choices: unknown = schema['enum'];
  if (Array.isArray(choices) && choices.length <= MAX_CHOICES) return choices.map((c) => JSON.stringify(c)).join(' | ');
  const type: unknown = schema['type'];
  if (typeof type === 'string') return type;
  return Array.isArray(type) ? type.join(' | ') : 'any';
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
