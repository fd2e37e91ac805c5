/**
 * Which verdict a person may give on a call, by the state it is in. Pure.
 *
 * A verdict closes an unknown call, or says that somebody looked and does not know yet. A mistaken one can be corrected
 * by another; a call that was answered, or is still out, has nothing to be judged.
 */
import type { OutcomeState } from '../journal/outcome.js';
import type { Verdict } from '../journal/records.js';

export type VerdictRefusal = 'in-flight' | 'answered' | 'already';

export type VerdictCheck =
  | { readonly kind: 'allowed' }
  /** `shown` is one sentence: why, and what to do. */
  | { readonly kind: 'refused'; readonly why: VerdictRefusal; readonly shown: string };

const ALLOWED: VerdictCheck = { kind: 'allowed' };

const SHOWN: Readonly<Record<VerdictRefusal, string>> = {
  'in-flight': 'The call is still running; wait until it has ended.',
  answered: 'The outcome of this call is known: it was answered, or never sent. There is nothing to reconcile.',
  already: 'This call already has that verdict.',
};

const refused = (why: VerdictRefusal): VerdictCheck => ({ kind: 'refused', why, shown: SHOWN[why] });

/** State of the call to the answer for each verdict. */
const CHECKS: Readonly<Record<OutcomeState, Readonly<Record<Verdict, VerdictCheck>>>> = {
  in_flight: forAll(refused('in-flight')),
  settled: forAll(refused('answered')),
  unknown: forAll(ALLOWED),
  committed: { ...forAll(ALLOWED), committed: refused('already') },
  not_committed: { ...forAll(ALLOWED), not_committed: refused('already') },
};

function forAll(check: VerdictCheck): Record<Verdict, VerdictCheck> {
  return { committed: check, not_committed: check, still_unknown: check };
}

export const checkVerdict = (state: OutcomeState, verdict: Verdict): VerdictCheck => CHECKS[state][verdict];

/** A person may send a call again only once it is known that it did not happen. */
export const mayRetry = (state: OutcomeState): boolean => state === 'not_committed';
