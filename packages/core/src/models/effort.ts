/**
 * How hard a model should think, in the words of the settings; each protocol has its own form of it. Pure.
 */
export interface Reasoning {
  /** Undefined: as the model does by itself. */
  readonly effort: string | undefined;
  /** Tokens, where the settings name them. */
  readonly budget: number | undefined;
  /** The settings ask for none. */
  readonly off: boolean;
}

/** `generationConfig.reasoning`: `false`, or an object. */
export type ReasoningSetting =
  boolean | { readonly effort?: string | undefined; readonly budget_tokens?: number | undefined } | undefined;

/** `model.reasoningEffort` beats the effort of `generationConfig.reasoning`. */
export function reasoningOf(effort: string | undefined, setting: ReasoningSetting): Reasoning {
  const own = typeof setting === 'object' ? setting : {};
  const named = [effort, own.effort].find((value) => value !== undefined && value !== '');
  const off = named === 'none' || (named === undefined && setting === false);
  return { effort: off ? undefined : named, budget: own.budget_tokens, off };
}

const BUDGETS: Readonly<Record<string, number>> = {
  minimal: 1_024,
  low: 4_096,
  medium: 10_240,
  high: 20_480,
  xhigh: 28_672,
  max: 28_672,
};

/** The tokens that stand for an effort where an API counts tokens; undefined for none and for a word that is not known. */
export const budgetOf = ({ effort, budget }: Reasoning): number | undefined =>
  budget ?? (effort === undefined ? undefined : BUDGETS[effort]);
