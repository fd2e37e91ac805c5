/**
 * Mends what models often write in the wrong type, where only one meaning is possible: "5" for a number, "true" for a
 * switch, JSON text for a list or an object, a number for a text, null for something left out. Pure.
 *
 * Never used for MCP tools: what a server is sent is what the model wrote. The result has still to pass the schema.
 */
import type { JsonSchema, ToolArguments } from '../tools/types.js';

type Fields = Readonly<Record<string, unknown>>;

const NUMBER = /^-?\d+(?:\.\d+)?$/;

export function coerceArguments({ properties, required = [] }: JsonSchema, args: ToolArguments): ToolArguments {
  const schemas = isFields(properties) ? properties : {};
  const mended = Object.entries(args).flatMap(([name, value]) => {
    const isOptional = Array.isArray(required) && !required.includes(name);
    if (value === null && isOptional && Object.hasOwn(schemas, name)) return [];
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    return [[name, isFields(schema) ? coerceValue(schema['type'], value) : value]];
  });
  return Object.fromEntries(mended) as ToolArguments;
}

function coerceValue(type: unknown, value: unknown): unknown {
  if (type === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  switch (type) {
    case 'integer':
    case 'number':
      return NUMBER.test(text) ? Number(text) : value;
    case 'boolean':
      return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : value;
    case 'array':
      return parsed(text, Array.isArray) ?? value;
    case 'object':
      return parsed(text, isFields) ?? value;
    default:
      return value;
  }
}

function parsed(text: string, isWanted: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isWanted(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
