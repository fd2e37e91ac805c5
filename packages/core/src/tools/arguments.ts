/**
 * Reads arguments that have passed a tool's JSON Schema. A value of another type counts as absent: a tool never
 * trusts that the check was made.
 */
import type { ToolArguments } from './types.js';

export function textArgument(args: ToolArguments, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
}

/** An integer of at least `minimum`, else undefined. */
export function integerArgument(args: ToolArguments, name: string, minimum: number): number | undefined {
  const value = args[name];
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum ? value : undefined;
}

export function flagArgument(args: ToolArguments, name: string): boolean | undefined {
  const value = args[name];
  return typeof value === 'boolean' ? value : undefined;
}

export function textListArgument(args: ToolArguments, name: string): readonly string[] {
  const value = args[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
