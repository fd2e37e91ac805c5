/**
 * What a health check's outcome means: alive, ask again, ask in another way, or connect anew. Pure.
 *
 * Silence alone does not condemn a server: one that never answered a ping may not know it, and is asked for its tools
 * instead, which it has listed before. Only a server that stays silent to what it used to answer is given up.
 * Never applied to a server with a call in flight (monitor).
 */
export type ProbeOutcome =
  /** Any JSON-RPC reply, errors included. */
  | 'alive'
  | 'silent'
  /** The exchange ended without a reply, over HTTP: an error page, a broken body. */
  | 'rejected'
  /** A call began, or the connection ended, while the check ran: it says nothing. */
  | 'disturbed';

export interface ProbeState {
  readonly ask: 'ping' | 'tools/list';
  readonly pingKnown: boolean;
  /** Checks in a row without an answer. */
  readonly misses: number;
}

export interface ProbeRules {
  readonly failureThreshold: number;
  /** The check follows a lost exchange: a rejected one is then the second in a row. */
  readonly suspect: boolean;
}

export interface ProbePlan {
  readonly state: ProbeState;
  readonly then: 'wait' | 'ask-now' | 'reconnect';
}

export const FIRST_PROBE: ProbeState = { ask: 'ping', pingKnown: false, misses: 0 };

export function planProbe(state: ProbeState, outcome: ProbeOutcome, rules: ProbeRules): ProbePlan {
  switch (outcome) {
    case 'alive':
      return { state: { ...state, pingKnown: state.pingKnown || state.ask === 'ping', misses: 0 }, then: 'wait' };
    case 'disturbed':
      return { state, then: 'wait' };
    case 'silent':
    case 'rejected': {
      if (state.ask === 'ping' && !state.pingKnown) return { state: { ...state, ask: 'tools/list' }, then: 'ask-now' };
      const misses = state.misses + 1;
      const isDead = misses >= rules.failureThreshold || (rules.suspect && outcome === 'rejected');
      return isDead
        ? { state: { ...state, misses: 0 }, then: 'reconnect' }
        : { state: { ...state, misses }, then: 'wait' };
    }
  }
}
