/**
 * What is sent of a call: the model's arguments, and the call's idempotency key where the operator said how. Pure.
 * Without a rule nothing is added; an argument that the model gave is never overwritten.
 */
import type { IdempotencyRule, IdempotencyRules } from '../../settings/mcp-server-schema.js';
import type { JsonSchema, ToolArguments } from '../types.js';

export interface ChosenRule {
  readonly rule: IdempotencyRule;
  /** The rule names this tool; else it is the one for every tool of the server. */
  readonly exact: boolean;
}

export const EVERY_TOOL = '*';

export function ruleFor(rules: IdempotencyRules | undefined, tool: string): ChosenRule | undefined {
  for (const name of [tool, EVERY_TOOL]) {
    const rule = rules !== undefined && Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule !== undefined) return { rule, exact: name === tool };
  }
  return undefined;
}

export interface KeyedRequest {
  readonly args: ToolArguments;
  /** For the request's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface UnkeyedRequest {
  readonly args: ToolArguments;
  readonly key: string;
  readonly chosen: ChosenRule | undefined;
  /** The tool's input schema, as this epoch describes it. */
  readonly schema: JsonSchema;
}

export function keyedRequest({ args, key, chosen, schema }: UnkeyedRequest): KeyedRequest {
  if (chosen === undefined) return { args };
  const { rule, exact } = chosen;
  if ('meta' in rule) return { args, meta: { [rule.meta]: key } };
  if (Object.hasOwn(args, rule.argument)) return { args };
  // A rule for every tool meets tools that don't know the argument, and may refuse what they don't know.
  if (!exact && !takes(schema, rule.argument)) return { args };
  return { args: { ...args, [rule.argument]: key } };
}

function takes({ properties, additionalProperties }: JsonSchema, argument: string): boolean {
  if (typeof properties === 'object' && properties !== null && Object.hasOwn(properties, argument)) return true;
  return additionalProperties !== false;
}
