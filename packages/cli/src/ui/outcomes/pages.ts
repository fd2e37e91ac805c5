/**
 * The pages of /outcomes: the list of recorded calls, one call, and the steps of a reconciliation. What a key makes of them.
 * Pure; what is decided here is carried out elsewhere. What a page says is in page-lines.
 */
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { checkVerdict, mayRetry } from '@qwen-code/qwen-code-core/mcp/reconcile/verdict.js';
import { selectOutcomes } from '../../outcomes/select.js';
import { listKey, type Choice } from '../dialogs/choice-list.js';
import { listStep, TOP, type ListItem, type ListState } from '../dialogs/scroll-list.js';
import type { InputEvent } from '../input/parse-keys.js';
import { callName, inBrief, type Onlooker } from './outcome-words.js';
import { firstStep, reconcileChange, type Finding, type ReconcileStep } from './reconcile-steps.js';

/** Open calls of this project, every recorded call of it, or of every project. */
export type Scope = 'open' | 'project' | 'everywhere';

export const SCOPES: readonly Scope[] = ['open', 'project', 'everywhere'];

export interface OutcomesFacts extends Onlooker {
  /** Every call on record. */
  readonly outcomes: readonly Outcome[];
}

export interface OutcomesState {
  readonly scope: Scope;
  readonly list: ListState;
  readonly page: OutcomesPage;
}

export type OutcomesPage =
  | { readonly kind: 'list' }
  | { readonly kind: 'record'; readonly id: string; readonly selected: number }
  | { readonly kind: 'reconcile'; readonly id: string; readonly step: ReconcileStep };

export type OutcomesResult =
  | { readonly kind: 'closed' }
  /** Everything on record is to be printed. */
  | { readonly kind: 'print'; readonly id: string }
  | { readonly kind: 'retry'; readonly id: string }
  | ({ readonly kind: 'found'; readonly id: string } & Finding);

export type OutcomesChange = { readonly kind: 'state'; readonly state: OutcomesState } | OutcomesResult;

export const outcomesAt = (page: OutcomesPage, scope: Scope = 'open'): OutcomesState => ({ scope, list: TOP, page });

const GROUPS: Readonly<Record<Outcome['state'], string>> = {
  unknown: 'Open',
  in_flight: 'Running',
  not_committed: 'Closed',
  committed: 'Closed',
  settled: 'Closed',
};

/** Open ones first, the newest first in each group. */
export function outcomeItems(facts: OutcomesFacts, scope: Scope): readonly ListItem<string>[] {
  const workspace = scope === 'everywhere' ? undefined : facts.cwd;
  const states = scope === 'open' ? (['unknown'] as const) : [];
  return selectOutcomes(facts.outcomes, { states, workspace }).map((outcome) => ({
    label: callName(outcome),
    details: [inBrief(outcome, facts)],
    ...(scope !== 'open' && { group: GROUPS[outcome.state] }),
    value: outcome.id,
  }));
}

type RecordAction = 'reconcile' | 'retry' | 'print' | 'back';

export function recordChoices({ state }: Pick<Outcome, 'state'>): readonly Choice<RecordAction>[] {
  const judged = state !== 'unknown';
  const mayJudge = checkVerdict(state, 'still_unknown').kind === 'allowed';
  return [
    ...(mayRetry(state) ? [{ label: 'Send it once more …', value: 'retry' } as const] : []),
    ...(mayJudge
      ? [{ label: judged ? 'Correct the verdict …' : 'Say what became of it …', value: 'reconcile' } as const]
      : []),
    { label: 'Print everything on record', value: 'print' },
    { label: 'Back (Esc)', value: 'back' },
  ];
}

/** undefined: the key means nothing here. */
export function outcomesChange(
  state: OutcomesState,
  event: InputEvent,
  facts: OutcomesFacts,
): OutcomesChange | undefined {
  const { page } = state;
  if (page.kind === 'list') return listChange(state, event, facts);
  const outcome = facts.outcomes.find(({ id }) => id === page.id);
  const to = (next: OutcomesPage): OutcomesChange => ({ kind: 'state', state: { ...state, page: next } });
  if (outcome === undefined) return to({ kind: 'list' });
  return page.kind === 'record' ? recordChange(page, event, outcome, to) : reconciling(page, event, outcome, to);
}

function listChange(state: OutcomesState, event: InputEvent, facts: OutcomesFacts): OutcomesChange | undefined {
  if (event.kind === 'paste') return undefined;
  if (event.id === 'tab') {
    const scope = SCOPES[(SCOPES.indexOf(state.scope) + 1) % SCOPES.length] ?? 'open';
    return { kind: 'state', state: outcomesAt(state.page, scope) };
  }
  const step = listStep(outcomeItems(facts, state.scope), state.list, event);
  switch (step?.kind) {
    case 'moved':
      return { kind: 'state', state: { ...state, list: step.state } };
    case 'chosen':
      return { kind: 'state', state: { ...state, page: { kind: 'record', id: step.value, selected: 0 } } };
    case 'dismissed':
      return { kind: 'closed' };
    default:
      return undefined;
  }
}

type To = (page: OutcomesPage) => OutcomesChange;

function recordChange(
  page: Extract<OutcomesPage, { kind: 'record' }>,
  event: InputEvent,
  outcome: Outcome,
  to: To,
): OutcomesChange | undefined {
  const { id } = outcome;
  const key = event.kind === 'key' ? listKey(recordChoices(outcome), page.selected, event.id) : undefined;
  if (key?.kind === 'moved') return to({ ...page, selected: key.selected });
  if (key === undefined) return undefined;
  const action = key.kind === 'chosen' ? key.value : 'back';
  if (action === 'back') return to({ kind: 'list' });
  return action === 'reconcile' ? to({ kind: 'reconcile', id, step: firstStep({}) }) : { kind: action, id };
}

function reconciling(
  page: Extract<OutcomesPage, { kind: 'reconcile' }>,
  event: InputEvent,
  { id, state }: Outcome,
  to: To,
): OutcomesChange | undefined {
  const change = reconcileChange(page.step, event, state);
  if (change?.kind === 'step') return to({ ...page, step: change.step });
  if (change?.kind === 'back') return to({ kind: 'record', id, selected: 0 });
  return change && { ...change, id };
}
