/** What people read of an MCP tool before it is called: its hints, its class, and what becomes of a lost call. Pure. */
import type { ToolHints } from '@qwen-code/qwen-code-core/mcp/discovery/hints.js';
import type { ReplayClass } from '@qwen-code/qwen-code-core/mcp/inventory/replay-class.js';
import type { McpToolFacts } from '@qwen-code/qwen-code-core/tools/types.js';

const HINT_WORDS: readonly (readonly [keyof ToolHints, yes: string, no: string])[] = [
  ['readOnlyHint', 'read-only', 'changes things'],
  ['destructiveHint', 'destructive', 'not destructive'],
  ['idempotentHint', 'idempotent', 'not idempotent'],
  ['openWorldHint', 'open world', 'closed world'],
];

export function hintWords(hints: ToolHints | undefined): string {
  const words = HINT_WORDS.flatMap(([hint, yes, no]) => (hints?.[hint] === undefined ? [] : [hints[hint] ? yes : no]));
  return words.length === 0 ? 'nothing that can be used' : words.join(', ');
}

/** Those hints that a list has room for. */
export const hintMarks = (hints: ToolHints | undefined): string[] =>
  HINT_WORDS.flatMap(([hint, yes]) => (hints?.[hint] === true ? [yes] : []));

export const CLASS_WORDS: Readonly<Record<ReplayClass, string>> = {
  'read-only': 'read-only',
  'idempotent-write': 'idempotent write',
  'non-idempotent-write': 'non-idempotent write',
  unknown: 'unknown',
};

const TRUST_GATES: readonly string[] = ['server-trust', 'workspace-trust'];

/** What happens when the connection is lost during a call. What the tool itself says comes before the trust in it. */
export function lostWords({ shutGates }: Pick<McpToolFacts, 'shutGates'>): string {
  const [first] = shutGates;
  if (first === undefined) return 'may be sent again after a lost connection';
  const { why } = shutGates.find(({ gate }) => !TRUST_GATES.includes(gate)) ?? first;
  return `never sent again: ${why}`;
}
