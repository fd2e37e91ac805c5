/**
 * May a call leave while an identical one is unknown? Pure.
 *
 * Identical is: same workspace, server, tool and arguments. Other arguments are another call, and a tool that is
 * consistently declared read-only on a trusted server is never held back. Which calls are unknown is in unknown-watch.
 */
import type { FreezeSetting } from '../../settings/freeze-setting.js';
import type { IntentRecord } from '../journal/records.js';

/** What makes two calls the same. */
export interface CallIdentity {
  readonly workspace: string;
  readonly server: string;
  readonly tool: string;
  readonly digest: string;
}

export interface FreezeFacts extends CallIdentity {
  /** Declared read-only, without contradiction, by a server that is trusted in a workspace that is. */
  readonly readOnly: boolean;
}

type Known = Pick<IntentRecord, 'id' | 'at' | 'workspace' | 'server' | 'tool' | 'arguments_digest'>;

export type FreezeDecision<Record extends Known> =
  | { readonly kind: 'free' }
  /** An identical call is unknown, and it may leave all the same as long as the tool stays read-only. */
  | { readonly kind: 'exempt'; readonly record: Record }
  | { readonly kind: 'ask' | 'block'; readonly record: Record };

export interface FreezeQuestion<Record extends Known> {
  readonly facts: FreezeFacts;
  /** Intents of the calls that are unknown now. */
  readonly unknowns: readonly Record[];
  readonly setting: FreezeSetting;
}

export function decideFreeze<Record extends Known>(question: FreezeQuestion<Record>): FreezeDecision<Record> {
  const { facts, unknowns, setting } = question;
  if (setting === 'off') return { kind: 'free' };
  const record = newest(unknowns.filter((known) => isSameCall(facts, known)));
  if (record === undefined) return { kind: 'free' };
  return { kind: facts.readOnly ? 'exempt' : setting, record };
}

function isSameCall({ workspace, server, tool, digest }: CallIdentity, known: Known): boolean {
  return (
    known.workspace === workspace && known.server === server && known.tool === tool && known.arguments_digest === digest
  );
}

const newest = <Record extends Known>(records: readonly Record[]): Record | undefined =>
  records.reduce<Record | undefined>((last, one) => (last === undefined || one.at >= last.at ? one : last), undefined);

/** A project may hold calls back more than its user does, never less. */
export function stricter(one: FreezeSetting, other: FreezeSetting): FreezeSetting {
  const strictness = ['off', 'ask', 'block'] as const;
  return strictness.indexOf(one) >= strictness.indexOf(other) ? one : other;
}
