/** The shapes of the rollout gates: what is known, and what is said of it. */
import type { KeptCanary } from '@qwen-code/qwen-code-core/canary/lab/kept-run.js';
import type { Inventory } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';

export interface GateFacts {
  readonly version: string;
  readonly channel: InstallChannel;
  readonly nodeVersion: string;
  /** Absolute path of the folder that the gates are asked for. */
  readonly workspace: string;
  /** A sentence instead: it is there but can't be used. */
  readonly inventory: Inventory | undefined | string;
  readonly canary: KeptCanary | undefined | string;
  readonly defaults: DefaultFacts;
  readonly journal: JournalFacts;
}

/** How this `qwen` came to be here, by where its program lies. */
export interface InstallChannel {
  readonly kind: 'npm-global' | 'npm-project' | 'npx' | 'source' | 'other';
  readonly program: string;
}

export interface DefaultFacts {
  readonly freeze: 'ask' | 'block' | 'off';
  readonly approvalMode: string;
  readonly healthChecks: boolean;
  readonly chatRecording: boolean;
}

export interface JournalFacts {
  /** Ids of calls of this workspace whose outcome is unknown. */
  readonly unknown: readonly string[];
  /** Calls of this workspace that a person reconciled as committed or not committed. */
  readonly reconciled: number;
  /** What could not be read, one sentence each. */
  readonly problems: readonly string[];
}

export const GATE_IDS = [
  'version',
  'inventory',
  'trust',
  'defaults',
  'unsafe-canary',
  'safe-control',
  'rediscovery',
  'reconciliation',
] as const;
export type GateId = (typeof GATE_IDS)[number];

export type GateStatus = 'pass' | 'fail' | 'not_yet';

export interface Gate {
  readonly id: GateId;
  readonly title: string;
  readonly status: GateStatus;
  /** What was looked at, a sentence each. Never empty. */
  readonly evidence: readonly string[];
  /** The one next step; null when there is nothing to do. */
  readonly next: string | null;
}

export interface GateReport {
  readonly v: 1;
  readonly at: string;
  readonly qwen_version: string;
  readonly workspace: string;
  readonly passed: boolean;
  readonly gates: readonly Gate[];
}
