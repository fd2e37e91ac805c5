/**
 * The state and who looks at it. Events are taken in at once; those who look are told at once as well, but then not again
 * before the next frame, so that a fast stream costs a screen's rate and not its own.
 */
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';

export interface Store<State, Event> {
  /** As it is now. */
  state(): State;
  /** As the listeners were last told of it. */
  shown(): State;
  dispatch(event: Event): void;
  subscribe(listener: () => void): () => void;
}

export const FRAME_MS = 33;

export interface StoreOptions<State, Event> {
  readonly reduce: (state: State, event: Event) => State;
  readonly initial: State;
  readonly clock: Clock;
}

export function createStore<State, Event>({ reduce, initial, clock }: StoreOptions<State, Event>): Store<State, Event> {
  let state = initial;
  /** What the listeners know. */
  let told = initial;
  let resting = false;
  const listeners = new Set<() => void>();

  const tell = (): void => {
    if (resting || told === state) return;
    told = state;
    resting = true;
    clock.after(FRAME_MS, () => {
      resting = false;
      tell();
    });
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    shown: () => told,
    dispatch: (event) => {
      state = reduce(state, event);
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
