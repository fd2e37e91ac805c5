/** One line of the result, and whether it meets its target. Pure: measures nothing, prints nothing. */
import { pairRatios, summarise, type Summary } from './stats.js';

export type Unit = 'ms' | 'MB' | 'KB' | 'x' | '';

export type Target =
  | { readonly kind: 'value'; readonly most: number }
  /** A share of the other binary. Without one, a share of `reference`, what that binary took when the target was set. */
  | { readonly kind: 'share'; readonly most: number; readonly reference: number };

export interface Row {
  readonly what: string;
  readonly unit: Unit;
  readonly ours: readonly number[];
  readonly theirs?: readonly number[];
  readonly target?: Target;
}

export interface JudgedRow extends Row {
  readonly figure: string;
  readonly summary: Summary | undefined;
  readonly theirSummary: Summary | undefined;
  readonly ratio: Summary | undefined;
  /** The limit as it applied in this run, in the row's unit or as a share. */
  readonly limit: { readonly kind: 'value' | 'share'; readonly most: number } | undefined;
  readonly verdict: 'ok' | 'over' | 'not measured' | undefined;
}

export function judge(figure: string, row: Row): JudgedRow {
  const { ours, theirs = [], target } = row;
  const [summary, theirSummary] = [summarise(ours), summarise(theirs)];
  const ratio = summarise(pairRatios(ours, theirs));
  const limit = target === undefined ? undefined : applied(target, ratio !== undefined);
  const value = limit?.kind === 'share' ? ratio?.median : summary?.median;
  return { ...row, figure, summary, theirSummary, ratio, limit, verdict: limit && verdict(value, limit.most) };
}

function applied(target: Target, isCompared: boolean): NonNullable<JudgedRow['limit']> {
  if (target.kind === 'value') return target;
  if (isCompared) return { kind: 'share', most: target.most };
  return { kind: 'value', most: target.most * target.reference };
}

function verdict(value: number | undefined, most: number): JudgedRow['verdict'] {
  if (value === undefined) return 'not measured';
  return value <= most ? 'ok' : 'over';
}
