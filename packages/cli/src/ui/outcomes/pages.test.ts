import { describe, expect, it } from 'vitest';
import type { OutcomeState } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { parseKeys } from '../input/parse-keys.js';
import { ONLOOKER, recordedOutcome } from '../testing/recorded-outcome.js';
import { outcomeItems, outcomesAt, outcomesChange, recordChoices, type OutcomesChange, type Scope } from './pages.js';
import { firstStep } from './reconcile-steps.js';

const open = recordedOutcome();
const other = recordedOutcome({}, { id: 'mo_2222222222222222', at: '2026-08-03T15:00:00.000Z', session: null });
const done = recordedOutcome({ state: 'committed' }, { id: 'mo_3333333333333333' });
const away = recordedOutcome({}, { id: 'mo_4444444444444444', workspace: '/home/u/else' });
const facts = { ...ONLOOKER, outcomes: [open, other, done, away] };

const [UP, DOWN, ENTER, ESC, TAB] = ['\u001b[A', '\u001b[B', '\r', '\u001b[27u', '\t'];
const pasted = (text: string): string => `\u001b[200~${text}\u001b[201~`;

/** What comes of the keys, one after the other; they end with the first result. */
function press(bytes: string, start = outcomesAt({ kind: 'list' })): OutcomesChange {
  let change: OutcomesChange = { kind: 'state', state: start };
  for (const event of parseKeys(bytes).events) {
    if (change.kind !== 'state') return change;
    change = outcomesChange(change.state, event, facts) ?? change;
  }
  return change;
}

describe('the list', () => {
  it.each<[Scope, string[]]>([
    ['open', [other.id, open.id]],
    ['project', [other.id, open.id, done.id]],
    ['everywhere', [other.id, open.id, away.id, done.id]],
  ])('of %s: open ones first, the newest first', (scope, ids) => {
    expect(outcomeItems(facts, scope).map(({ value }) => value)).toEqual(ids);
  });

  it('says of each what, whose, how old', () => {
    expect(outcomeItems(facts, 'everywhere')).toEqual([
      {
        label: 'pay on bank',
        details: ['UNKNOWN · 1 h ago · no session · mo_2222222222222222'],
        group: 'Open',
        value: other.id,
      },
      {
        label: 'pay on bank',
        details: ['UNKNOWN · 2 h ago · this session · mo_e858fd193559ac08'],
        group: 'Open',
        value: open.id,
      },
      {
        label: 'pay on bank',
        details: ['UNKNOWN · 2 h ago · project else · mo_4444444444444444'],
        group: 'Open',
        value: away.id,
      },
      {
        label: 'pay on bank',
        details: ['committed · 2 h ago · this session · mo_3333333333333333'],
        group: 'Closed',
        value: done.id,
      },
    ]);
  });
});

it.each<[OutcomeState, string[]]>([
  ['unknown', ['Say what became of it …', 'Print everything on record', 'Back (Esc)']],
  ['not_committed', ['Send it once more …', 'Correct the verdict …', 'Print everything on record', 'Back (Esc)']],
  ['committed', ['Correct the verdict …', 'Print everything on record', 'Back (Esc)']],
  ['settled', ['Print everything on record', 'Back (Esc)']],
  ['in_flight', ['Print everything on record', 'Back (Esc)']],
])('offers of a call that is %s only what the contract allows', (state, labels) => {
  expect(recordChoices({ state }).map(({ label }) => label)).toEqual(labels);
});

const found = { kind: 'found', id: other.id, verdict: 'committed', note: 'in the ledger' };

describe('keys', () => {
  it.each<[string, string, unknown]>([
    ['Esc closes the list', ESC, { kind: 'closed' }],
    ['Tab goes round', TAB + TAB + TAB, { kind: 'state', state: outcomesAt({ kind: 'list' }) }],
    ['everything is printed', `${ENTER}2`, { kind: 'print', id: other.id }],
    ['of the one that was chosen', `${DOWN}${ENTER}2`, { kind: 'print', id: open.id }],
    ['a call that happened is not sent again', `${TAB}3${DOWN}${ENTER}`, { kind: 'print', id: done.id }],
    ['a verdict, a note, a second look', `${ENTER}11in the ledger${ENTER}2`, found],
    ['a note may be pasted, in one line', `${ENTER}11${pasted('in the\nledger')}${ENTER}2`, found],
    ['a note can be changed', `${ENTER}11in the${ENTER}${ESC} ledger${ENTER}${DOWN}${ENTER}`, found],
    ['the way back, step by step', `${ENTER}11x${ESC}${ESC}${ESC}${ESC}`, { kind: 'closed' }],
  ])('%s', (_name, keys, change) => {
    expect(press(keys)).toEqual(change);
  });

  it.each([
    ['without a note', `${ENTER}11${ENTER}2`],
    ['with blanks for a note', `${ENTER}11  ${ENTER}`],
    ['by Enter at the second look', `${ENTER}11x${ENTER}${ENTER}`],
    ['by a paste at the second look', `${ENTER}11x${ENTER}${pasted('2')}`],
  ])('nothing is found %s', (_name, keys) => {
    expect(press(keys).kind).toBe('state');
  });

  it('goes on where the typed words end', () => {
    const at = outcomesAt({
      kind: 'reconcile',
      id: other.id,
      step: firstStep({ verdict: 'committed', note: 'in the ledger' }),
    });
    expect(press(`${UP}${ENTER}`, at)).toEqual(found);
    expect(firstStep({ verdict: 'committed' })).toMatchObject({ kind: 'note', verdict: 'committed' });
  });

  it('goes back to the list from a call that is not there any more', () => {
    expect(press(ENTER, outcomesAt({ kind: 'record', id: 'mo_gone', selected: 0 }))).toEqual({
      kind: 'state',
      state: outcomesAt({ kind: 'list' }),
    });
  });
});
