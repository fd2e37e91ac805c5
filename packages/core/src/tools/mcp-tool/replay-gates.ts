/**
 * Replay gates: may a tool call whose answer was lost be sent again?
 *
 * Pure, and the only place where an annotation becomes a replay decision. Every gate must be open; a missing fact keeps
 * its gate shut. Not decided here: whether the answer was lost (mcp/loss/classify), how often to try (call-with-replay).
 */
import type { ToolHints } from '../../mcp/discovery/hints.js';
import { isReplayable, type ReplayClass } from '../../mcp/inventory/replay-class.js';

export interface ReplayFacts {
  /** What the operator says of the server and of the folder, as read now. Exactly `true` counts. */
  readonly trust: { readonly server: boolean; readonly workspace: boolean };
  /** What the server says of the tool; undefined when it says nothing that can be used. */
  readonly hints: ToolHints | undefined;
  /** The class that the operator's own inventory gives the tool, as read now. Left out: it gives none. */
  readonly team?: ReplayClass | undefined;
}

const GATES = {
  'server-trust': ({ trust }) => trust.server === true,
  'workspace-trust': ({ trust }) => trust.workspace === true,
  'hints-present': ({ hints }) => hints !== undefined,
  'hints-agree': ({ hints }) => hints?.readOnlyHint !== true || isReadOnly(hints),
  'declared-repeatable': ({ hints }) => hints?.readOnlyHint === true || hints?.idempotentHint === true,
  'team-classification': ({ team }) => team === undefined || isReplayable(team),
} satisfies Record<string, (facts: ReplayFacts) => boolean>;

export type Gate = keyof typeof GATES;

const NAMES = Object.keys(GATES) as Gate[];

/** The gates that keep this call from being sent again, in a fixed order; empty when it may be. */
export function closedGates(facts: ReplayFacts): Gate[] {
  return NAMES.filter((gate) => !GATES[gate](facts));
}

export const isReplaySafe = (facts: ReplayFacts): boolean => closedGates(facts).length === 0;

/** Read-only beyond doubt: trusted, declared so, and nobody says otherwise. */
export const isReadOnlyCall = (facts: ReplayFacts): boolean =>
  isReplaySafe(facts) && isReadOnly(facts.hints) && (facts.team ?? 'read-only') === 'read-only';

/** Declared read-only, and nothing else that the tool says of itself contradicts it. */
export function isReadOnly(hints: ToolHints | undefined): boolean {
  return hints?.readOnlyHint === true && hints.destructiveHint !== true && hints.idempotentHint !== false;
}
