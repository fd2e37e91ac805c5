/** What the pages of /outcomes say. Pure. */
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { VERDICT_FOLLOWS } from '../../outcomes/give-verdict.js';
import { listLines, LIST_HINT } from '../dialogs/choice-list.js';
import { scrollLines } from '../dialogs/scroll-list.js';
import { wrapped } from '../render/lines.js';
import type { Look } from '../render/look.js';
import { factLines, panelLines } from '../render/panel.js';
import { callName, outcomeFacts } from './outcome-words.js';
import { outcomeItems, recordChoices, type OutcomesFacts, type OutcomesState, type Scope } from './pages.js';
import { reconcileLines } from './reconcile-steps.js';

export interface PageLook extends Look {
  /** Lines that the dialog may have. */
  readonly rows: number;
  readonly ready: boolean;
}

const TITLES: Readonly<Record<Scope, string>> = {
  open: 'Unknown outcomes of this project',
  project: 'Recorded calls of this project',
  everywhere: 'Recorded calls of every project',
};

/** What Tab shows next. */
const NEXT: Readonly<Record<Scope, string>> = {
  open: 'closed ones too',
  project: 'every project',
  everywhere: 'open ones of this project',
};

/** Frame, hint, and the empty line above it. */
const AROUND_ROWS = 5;

export function outcomesLines(state: OutcomesState, facts: OutcomesFacts, look: PageLook): string[] {
  const { page } = state;
  const outcome = page.kind === 'list' ? undefined : facts.outcomes.find(({ id }) => id === page.id);
  return outcome === undefined ? listPage(state, facts, look) : recordPage(state, { ...facts, outcome }, look);
}

function listPage({ scope, list }: OutcomesState, facts: OutcomesFacts, look: PageLook): string[] {
  const { style, ready } = look;
  const width = look.width - 4;
  const items = outcomeItems(facts, scope);
  const rows = Math.max(4, look.rows - AROUND_ROWS);
  const body =
    items.length === 0
      ? wrapped(scope === 'open' ? 'None is open.' : 'No call is on record.', width)
      : scrollLines(items, list, { style, width, rows });
  const hint = `Enter opens, Tab shows ${NEXT[scope]}, Esc closes`;
  return panelLines(TITLES[scope], [...body, '', ...(ready ? wrapped(hint, width).map(style.muted) : [''])], look);
}

function recordPage(
  { page }: OutcomesState,
  { outcome, ...onlooker }: OutcomesFacts & { readonly outcome: Outcome },
  look: PageLook,
): string[] {
  const { style, ready } = look;
  const width = look.width - 4;
  const { state } = outcome;
  const below =
    page.kind === 'reconcile'
      ? reconcileLines(page.step, { style, width, ready, state, follows: VERDICT_FOLLOWS })
      : [
          ...listLines(recordChoices(outcome), {
            style,
            width,
            selected: page.kind === 'record' ? page.selected : 0,
          }),
          ...(ready ? wrapped(LIST_HINT, width).map(style.muted) : ['']),
        ];
  const may =
    state === 'unknown'
      ? [...wrapped('It may have completed. It was not sent again, and the same call is held back.', width), '']
      : [];
  const lines = [...may, ...factLines(outcomeFacts(outcome, onlooker), { style, width }), '', ...below];
  return panelLines(callName(outcome), lines, look);
}
