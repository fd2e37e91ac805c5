/**
 * The whole description of one canary server, as the JSON file it is started with.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './faults.js';

export interface CanaryTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /** Sent as they are, wrong types included; absent means none. */
  readonly annotations?: unknown;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** `commit`: one effect a call. `none`: a read. Default commit. */
  readonly effect?: 'commit' | 'none';
  /** The result. Default: one text that says how many effects the ledger holds. */
  readonly result?: ResultPlan;
}

export type ResultPlan =
  | { readonly kind: 'counts' }
  | { readonly kind: 'raw'; readonly result: Readonly<Record<string, unknown>> }
  /** One text of so many characters, or so many short lines. */
  | { readonly kind: 'big-text'; readonly chars: number }
  | { readonly kind: 'lines'; readonly count: number }
  | { readonly kind: 'image'; readonly bytes: number };

export interface HttpPlan {
  /** How requests are answered when nothing goes wrong. Default `sse`. */
  readonly replies?: 'sse' | 'json';
  /** Default true: a session id at initialize, required afterwards. */
  readonly sessions?: boolean;
  /** The answer to a request under a session that is not known. Default 404 with -32001 "Session not found". */
  readonly stale?: { readonly status: number; readonly type?: string; readonly body: string };
  /** Only one session at a time: initialize is refused with 409 while one lives. */
  readonly singleSession?: boolean;
  /** Required `Authorization` header; anything else is 401. */
  readonly authorization?: string;
  /** What a GET for server messages gets. Default `open`. */
  readonly sideStream?: 'open' | 'refuse';
}

export interface CanaryPlan {
  readonly transport: 'stdio' | 'http' | 'sse';
  /** Directory of `ledger.jsonl` and the gate files. */
  readonly stateDir: string;
  readonly name?: string;
  /** Tools of generation 1, and of every later one that `generations` doesn't list. */
  readonly tools: readonly CanaryTool[];
  /** Tools of a later generation, by its number; a generation not listed repeats the one before it. */
  readonly generations?: Readonly<Record<string, readonly CanaryTool[]>>;
  readonly faults?: readonly Fault[];
  /** Tools a page of `tools/list`. Default all. */
  readonly pageSize?: number;
  /** Raw lines written before anything else (stdio). */
  readonly banner?: readonly string[];
  /** Written to standard error at start and at every fault. */
  readonly stderr?: string;
  readonly ignoreSigterm?: boolean;
  /** A Ctrl+C is its client's business, also when it reaches the whole group. */
  readonly ignoreSigint?: boolean;
  /** Keeps running when its input ends (a child that has to be killed). */
  readonly outlivesInput?: boolean;
  /** A remote server ends when its standard input does, and so with whoever started it. */
  readonly endsWithInput?: boolean;
  readonly instructions?: string;
  readonly http?: HttpPlan;
}

export const readPlan = (path: string): CanaryPlan => JSON.parse(readFileSync(path, 'utf8')) as CanaryPlan;

export const ledgerPath = (stateDir: string): string => join(stateDir, 'ledger.jsonl');

/** The tools of a generation: its own list, or the list of the nearest one before it. */
export function toolsOf({ tools, generations = {} }: CanaryPlan, generation: number): readonly CanaryTool[] {
  for (let number = generation; number > 1; number -= 1) {
    const own = generations[String(number)];
    if (own !== undefined) return own;
  }
  return tools;
}
