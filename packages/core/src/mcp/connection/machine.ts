/** Holds one connection's state and tells who listens. What an event means is decided by transition. */
import { INITIAL_STATE, transition, type ConnectionEvent, type ConnectionState } from './transition.js';

export interface Machine {
  readonly state: ConnectionState;
  /** False when the event means nothing in the present state, and nothing happened. */
  send(event: ConnectionEvent): boolean;
  /** Called after each change of state. Returns how to stop listening. */
  subscribe(listener: () => void): () => void;
  /** Something beside the state changed that listeners may wait for. */
  touch(): void;
}

export function createMachine(onRefused: (event: ConnectionEvent, state: ConnectionState) => void): Machine {
  let state = INITIAL_STATE;
  const listeners = new Set<() => void>();
  const touch = (): void => {
    for (const listener of [...listeners]) listener();
  };
  return {
    get state() {
      return state;
    },
    send: (event) => {
      const next = transition(state, event);
      if (next === undefined) {
        onRefused(event, state);
        return false;
      }
      state = next;
      touch();
      return true;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch,
  };
}
