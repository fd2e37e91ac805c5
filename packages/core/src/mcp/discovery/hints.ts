/**
 * The one parser of MCP tool annotations (MCP specification, ToolAnnotations).
 * A hint that is present but not a boolean discards the whole block, so that the gates shut rather than guess.
 */
export interface ToolHints {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** The hints of one tool, or undefined when it declares none or declares one with a wrong type. */
export function parseHints(annotations: unknown): ToolHints | undefined {
  if (typeof annotations !== 'object' || annotations === null || Array.isArray(annotations)) return undefined;
  const hints: { -readonly [K in keyof ToolHints]: ToolHints[K] } = {};
  for (const name of HINTS) {
    if (!Object.hasOwn(annotations, name)) continue;
    const value: unknown = (annotations as Record<string, unknown>)[name];
    if (typeof value !== 'boolean') return undefined;
    hints[name] = value;
  }
  return Object.keys(hints).length === 0 ? undefined : hints;
}
