/**
 * One case of the canary lab as data: what the server declares and does wrong, what the operator trusts, what happens
 * meanwhile, and how it has to end. Nothing here runs or judges anything.
 */
import type { Fault } from '../faults.js';
import type { CanaryPlan } from '../plan.js';

export type LabTransport = 'stdio' | 'http';

/** `direct`: the progress-aware client. `callable`: the fallback that `"progress": false` asks for. */
export type CallPath = 'direct' | 'callable';

/** `core`: the manager and the tool, in this process. `qwen`: a spawned `qwen -p` with a scripted model. */
export type Place = 'core' | 'qwen';

export type LabTool = 'increment_then_drop' | 'set_status_then_drop' | 'lookup';

/** How the call ended for the client, and so for the model. */
export type ClientResult =
  | 'success'
  /** The constant text of an unknown outcome. */
  | 'unknown'
  /** Every replay used, or the server gone: declared safe to repeat. */
  | 'connection_lost'
  | 'timed_out'
  /** The same for a declared read, whose text may say that calling again is safe. */
  | 'timed_out_read'
  | 'cancelled'
  /** The tool's own error, as its server answered it. */
  | 'tool_error'
  /** The tool is not offered; nothing was sent. */
  | 'unavailable';

/** What the server's own store says. `unchanged` for a tool that changes nothing. */
export type ExternalState = 'not_committed' | 'committed_once' | `committed_${number}_times` | 'unchanged';

/** Done while the server holds still: once the effect is committed, or once the next process is being connected. */
export interface Move {
  readonly when: 'committed' | 'reconnecting';
  readonly act: 'distrust-server' | 'distrust-workspace' | 'cancel';
}

export interface Expectation {
  /** Calls of the tool that the server may count, exactly. */
  readonly calls: number;
  readonly state: ExternalState;
  readonly client: ClientResult;
  /** Handshakes that the server has seen when the client is told, where the case is about that. */
  readonly handshakes?: number;
  /** The independent read afterwards: answered and in agreement with the ledger (default), or not to be had. */
  readonly lookup?: 'none';
}

export interface LabCase {
  /** `group/name`. Stable: reports, evidence and the mutation list refer to it. */
  readonly id: string;
  /** What is special about it, in a few words. */
  readonly title: string;
  readonly on: readonly LabTransport[];
  readonly tool: LabTool;
  /** As the first process lists the tool; left out: none. */
  readonly annotations?: unknown;
  /** As the next processes list it, one after the other; left out: as before. */
  readonly later?: readonly { readonly annotations?: unknown }[];
  /** What is not trusted from the start. */
  readonly untrusted?: 'server' | 'workspace';
  /** What the server does with calls of the tool. `%upstream%` in it becomes text that must reach nobody. */
  readonly faults: readonly Omit<Fault, 'tool' | 'on'>[];
  readonly server?: Partial<Pick<CanaryPlan, 'outlivesInput' | 'http'>>;
  /** Its gates are shut when the call leaves: an intent has to be on record first. */
  readonly gatesShut?: true;
  readonly move?: Move;
  /** The next process may not get through its handshake before the client was told: no reconnect inside the call. */
  readonly toldFirst?: true;
  /** Time limit of the call, in ms, for cases that run into it. */
  readonly limitMs?: number;
  readonly expect: Expectation;
  /** Why it says nothing about another binary. */
  readonly ownOnly?: string;
}

/** Nobody knows what became of the call: it has to be on record, and an identical one is held back. */
export const isUnknownEnd = ({ expect: { client } }: LabCase): boolean =>
  client === 'unknown' || client === 'timed_out' || client === 'cancelled';

export const BOTH: readonly LabTransport[] = ['stdio', 'http'];

export const groupOf = ({ id }: Pick<LabCase, 'id'>): string => id.split('/', 1)[0] ?? id;
