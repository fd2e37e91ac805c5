/**
 * The life of one server's connection as a pure state machine (docs/design/connection-states.md).
 *
 * `epoch` numbers the connections of one server: every try to connect gets the next number, and an event that carries
 * another number than the state's is late and means nothing. `attempt` counts the tries since it was last ready,
 * `shortLives` the connections in a row that did not last.
 * Not decided here: how long to wait and when to give up (repair-plan).
 */
interface Down {
  readonly epoch: number;
  readonly attempt: number;
  readonly shortLives: number;
}

export type ConnectionState =
  /** One try to open epoch `epoch` is under way. */
  | (Down & { readonly kind: 'connecting' })
  | { readonly kind: 'ready'; readonly epoch: number; readonly shortLives: number }
  /** The loss was noticed; what is left of the old connection (its process tree) is being ended. */
  | { readonly kind: 'lost'; readonly epoch: number; readonly shortLives: number }
  /** Nothing of the old connection is left; the next try comes after a wait. Also the state before the first try. */
  | (Down & { readonly kind: 'waiting' })
  /** Given up on until somebody asks. */
  | { readonly kind: 'failed'; readonly epoch: number }
  /** Stopped on purpose: never revived. */
  | { readonly kind: 'stopped'; readonly epoch: number };

export type ConnectionEvent =
  | { readonly type: 'wake' | 'give-up' | 'revive' | 'stop' }
  | { readonly type: 'opened' | 'missed' | 'ended' | 'renewed'; readonly epoch: number }
  /** `stable`: it had stayed up long enough for its loss to be a new story. */
  | { readonly type: 'lost'; readonly epoch: number; readonly stable: boolean };

export const INITIAL_STATE: ConnectionState = { kind: 'waiting', epoch: 0, attempt: 0, shortLives: 0 };

/** The next state, or undefined when the event means nothing in this one: the caller logs it and stays put. */
export function transition(state: ConnectionState, event: ConnectionEvent): ConnectionState | undefined {
  const { kind, epoch } = state;
  if (kind === 'stopped') return undefined;
  if (event.type === 'stop') return { kind: 'stopped', epoch };
  if ('epoch' in event && event.epoch !== epoch) return undefined;
  switch (kind) {
    case 'waiting':
      if (event.type === 'wake') return { ...state, kind: 'connecting', epoch: epoch + 1, attempt: state.attempt + 1 };
      return event.type === 'give-up' ? { kind: 'failed', epoch } : undefined;
    case 'connecting':
      if (event.type === 'opened') return { kind: 'ready', epoch, shortLives: state.shortLives };
      return event.type === 'missed' ? { ...state, kind: 'waiting' } : undefined;
    case 'ready':
      if (event.type === 'renewed') return { ...state, epoch: epoch + 1 };
      if (event.type !== 'lost') return undefined;
      return { kind: 'lost', epoch, shortLives: event.stable ? 0 : state.shortLives + 1 };
    case 'lost':
      return event.type === 'ended' ? { ...state, kind: 'waiting', attempt: 0 } : undefined;
    case 'failed':
      return event.type === 'revive' ? { kind: 'waiting', epoch, attempt: 0, shortLives: 0 } : undefined;
  }
}
