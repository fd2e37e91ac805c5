/**
 * What the server's own hints say of a tool, as one word, why each gate is shut, and what would open it. Pure.
 * The word comes from the gates, so that a class and a replay decision can't disagree. It decides nothing itself.
 */
import type { ToolHints } from '../../mcp/discovery/hints.js';
import type { ReplayClass } from '../../mcp/inventory/replay-class.js';
import { closedGates, isReadOnly, type Gate } from './replay-gates.js';

const TRUSTED = { server: true, workspace: true } as const;

export function declaredClass(hints: ToolHints | undefined): ReplayClass {
  if (hints === undefined) return 'unknown';
  const shut = closedGates({ trust: TRUSTED, hints });
  if (shut.length === 0) return isReadOnly(hints) ? 'read-only' : 'idempotent-write';
  if (shut.includes('hints-agree')) return 'unknown';
  const { readOnlyHint, destructiveHint, idempotentHint } = hints;
  return [readOnlyHint, destructiveHint, idempotentHint].every((hint) => hint === undefined)
    ? 'unknown'
    : 'non-idempotent-write';
}

/** Why a gate is shut, to stand after "never sent again:". */
export const GATE_REASONS: Readonly<Record<Gate, string>> = {
  'server-trust': 'you have not trusted the server',
  'workspace-trust': 'this folder is not trusted',
  'hints-present': 'the server declares nothing about it that can be used',
  'hints-agree': 'what the server declares about it contradicts itself',
  'declared-repeatable': 'the server does not declare it safe to repeat',
  'team-classification': 'your team does not class it as safe to repeat',
};

/** One sentence a gate: what opens it. */
export const GATE_OPENERS: Readonly<Record<Gate, string>> = {
  'server-trust':
    'Set "trust": true for the server in your own settings (or approve the project\'s entry that sets it), if you vouch for what it declares.',
  'workspace-trust': 'Trust this folder in trustedFolders.json, if you vouch for what is in it.',
  'hints-present': 'The server has to send annotations for the tool in which every hint is true or false.',
  'hints-agree':
    'The server has to take back one of the hints that contradict each other: read-only together with destructive, or with not idempotent.',
  'declared-repeatable':
    'The server has to declare "readOnlyHint": true or "idempotentHint": true for the tool, if repeating it does no harm.',
  'team-classification':
    'Your team has to class the tool as read-only or idempotent-write in .qwen/mcp-inventory.json, or give it no class there.',
};
