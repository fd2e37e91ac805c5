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
  /** Nobody listens at its address any more. */
  | 'unreachable'
  /** A call began, or the connection ended, while the check ran: it says nothing. */
  | 'disturbed';

export interface ProbeState {
  readonly ask: 'ping' | 'tools/list';
  readonly pingKnown: boolean;
  /** Checks in a row without an answer. */
  readonly misses: number;
}

export interface ProbePlan {
  readonly state: ProbeState;
  readonly then: 'wait' | 'ask-now' | 'reconnect';
}

export const FIRST_PROBE: ProbeState = { ask: 'ping', pingKnown: false, misses: 0 };

export function planProbe(state: ProbeState, outcome: ProbeOutcome, failureThreshold: number): ProbePlan {
  switch (outcome) {
    case 'alive':
      return { state: { ...state, pingKnown: state.pingKnown || state.ask === 'ping', misses: 0 }, then: 'wait' };
    case 'disturbed':
      return { state, then: 'wait' };
    case 'unreachable':
      return { state: { ...state, misses: 0 }, then: 'reconnect' };
    case 'silent': {
      if (state.ask === 'ping' && !state.pingKnown) return { state: { ...state, ask: 'tools/list' }, then: 'ask-now' };
      const misses = state.misses + 1;
      if (misses >= failureThreshold) return { state: { ...state, misses: 0 }, then: 'reconnect' };
      return { state: { ...state, misses }, then: 'wait' };
    }
  }
}
