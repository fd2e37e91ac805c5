/** The shape of one row of the replay suite, and the words its tables are written in. */
import type { Action, Fault } from '@qwen-code/qwen-code-core/canary/faults.js';
import type { CanaryTool } from '@qwen-code/qwen-code-core/canary/plan.js';
import { lookupTool, writeTool } from '@qwen-code/qwen-code-core/canary/tools.js';
import type { CanaryOptions } from '@qwen-code/qwen-code-core/testing/canary-host.js';

export type Transport = 'stdio' | 'http' | 'sse';
/** `direct`: the progress-aware client. `callable`: the fallback that `"progress": false` asks for. */
export type Path = 'direct' | 'callable';

/** What the model is told of a call. */
export type Told =
  | 'success'
  /** The constant unknown-outcome text. */
  | 'unknown'
  /** The constant connection-lost text, after so many sends. */
  | { readonly lost: number }
  /** A time limit ran out: worded as unknown, or as safe to repeat for a declared read. */
  | 'timed-out'
  | 'timed-out-read'
  /** The tool's own error: this text is in it. */
  | { readonly error: string };

export interface ReplayCase {
  /** Ids of the requirements that this row shows, for its title. */
  readonly shows: readonly string[];
  readonly title: string;
  readonly on: readonly Transport[];
  /** Annotations of `act`, the tool under test, as generation 1 lists it. */
  readonly annotations?: unknown;
  /** The server's `trust` entry. Default true; `undefined` in `entry` leaves it out. */
  readonly entry?: Readonly<Record<string, unknown>>;
  readonly faults: readonly Fault[];
  /** More of the server's plan. */
  readonly plan?: Partial<CanaryOptions>;
  /** What is said of the call to `act`. */
  readonly told: Told;
  /** Calls of `act` that the server counted, and effects it did (default the same number). */
  readonly calls: number;
  readonly commits?: number;
  /** Processes of a stdio server by the end of the run, when that is what the row is about. */
  readonly starts?: number;
  /** The next call waits until the server, dead without a call in flight, was connected again. */
  readonly repairedFirst?: true;
  /** What is said of the next, independent call. Default success. */
  readonly next?: Told;
  /** Needs something that only this release does: left out when another binary is under test. */
  readonly ours?: true;
}

export const ALL: readonly Transport[] = ['stdio', 'http', 'sse'];
export const REMOTE: readonly Transport[] = ['http', 'sse'];

export const SAFE = { idempotentHint: true } as const;
export const READ = { readOnlyHint: true } as const;

/** Stands in everything a server or a gateway says when it fails; it must reach nobody. */
export const UPSTREAM_MARKER = 'UPSTREAM-7f3a';
/** Stands in every argument; it must reach nobody but the server. */
export const ARGUMENT_MARKER = 'ARGUMENT-91c2';

/** The first call of `act` ends this way, after its effect. */
export const first = (then: Action, more: Partial<Fault> = {}): readonly Fault[] => [
  { tool: 'act', nth: 1, then, ...more },
];
/** Every call of `act` ends this way. */
export const always = (then: Action): readonly Fault[] => [{ tool: 'act', then }];

export const EXIT = { kind: 'exit' } as const;

/** The tools of a server: the one under test, another write for the call after it, a read. */
export const toolsWith = (annotations: unknown, more: Partial<CanaryTool> = {}): readonly CanaryTool[] => [
  { ...writeTool('act', annotations), ...more },
  writeTool('other'),
  lookupTool(),
];
