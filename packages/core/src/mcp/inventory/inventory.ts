/**
 * The inventory of a project's MCP tools as a value: the rows that people read, the file that is kept, the evidence that
 * the rollout gates look at. Its JSON is versioned (`v`) and pinned by a test; texts of servers in it are printable.
 */
import type { HintName } from './fingerprint.js';
import type { ReplayClass } from './replay-class.js';

export interface Inventory {
  readonly v: 1;
  /** When it was taken, UTC. */
  readonly at: string;
  readonly qwen_version: string;
  /** Absolute path. */
  readonly workspace: string;
  readonly workspace_trusted: boolean;
  /** A rule of the user covers the folder and says the same; false: trusted for want of a rule. */
  readonly workspace_trust_explicit: boolean;
  readonly workspace_trust_justification: string | null;
  readonly servers: readonly InventoryServer[];
  readonly tools: readonly InventoryTool[];
  readonly drift: readonly InventoryDrift[];
  /** What `--check` fails on. */
  readonly findings: readonly Finding[];
}

export interface InventoryServer {
  readonly server: string;
  /** Which settings declare it, or null where they are not read. */
  readonly scope: string | null;
  readonly transport: 'stdio' | 'http' | 'sse' | null;
  /** `left_out`: the settings or the user keep it from starting. */
  readonly status: 'listed' | 'failed' | 'not_started' | 'left_out';
  /** One sentence unless it was listed. */
  readonly problem: string | null;
  readonly trusted: boolean;
  /** Its entry says `trust`, yes or no. */
  readonly trust_explicit: boolean;
  readonly trust_justification: string | null;
  readonly accepted_at: string | null;
}

export interface InventoryTool {
  readonly server: string;
  readonly tool: string;
  readonly owner: string | null;
  /** The class that counts: the team's where it is stricter. */
  readonly class: ReplayClass;
  readonly declared_class: ReplayClass;
  readonly team_class: ReplayClass | null;
  readonly server_trusted: boolean;
  readonly workspace_trusted: boolean;
  /** After a lost answer it may be sent again: every gate is open. */
  readonly eligible: boolean;
  readonly gates_shut: readonly ShutGate[];
  /** As the server sent them; null: it sent none. */
  readonly annotations: unknown;
  /** Contradictions, wrong types, and words of the team that have no effect. */
  readonly remarks: readonly string[];
  readonly note: string | null;
}

export interface ShutGate {
  readonly gate: string;
  /** One sentence: what would open it. */
  readonly opens: string;
}

export interface InventoryDrift {
  readonly server: string;
  readonly tool: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly safer: boolean;
  readonly schema_changed: boolean;
  readonly annotations_changed: boolean;
  readonly hints: readonly {
    readonly hint: HintName;
    readonly before: boolean | string | null;
    readonly now: boolean | string | null;
    readonly safer: boolean;
  }[];
  /** The same in words. */
  readonly says: string;
}

export const FINDING_KINDS = [
  'not-listed',
  'not-accepted',
  'drift',
  'missing-owner',
  'missing-class',
  'contradiction',
  'wrong-type',
] as const;

export interface Finding {
  readonly kind: (typeof FINDING_KINDS)[number];
  readonly server: string;
  /** Null: it is about the whole server. */
  readonly tool: string | null;
  readonly says: string;
}
