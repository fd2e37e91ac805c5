/** The words that the tables of cases are written in. */
import type { Action, Fault } from '../../faults.js';
import type { Expectation, LabCase } from '../lab-case.js';

type Faults = LabCase['faults'];

/** The process ends without a word. */
export const dies: Action = { kind: 'exit' };

/** The first call ends this way, after its effect. */
export const once = (then: Action, more: Partial<Fault> = {}): Faults => [{ nth: 1, then, ...more }];

/** The first calls end these ways, one after the other; what comes after them is answered. */
export const inTurn = (...actions: readonly Action[]): Faults =>
  actions.map((then, index) => ({ nth: index + 1, then }));

export const always = (then: Action): Faults => [{ then }];

export const unknown = (calls: number): Expectation => ({ calls, state: 'committed_once', client: 'unknown' });

/** Sent again and answered. The effect is one that can be repeated: the store changes once. */
export const replayed = (calls: number): Expectation => ({ calls, state: 'committed_once', client: 'success' });
