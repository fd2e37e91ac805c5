/**
 * Node's fetch without its own five-minute limits on headers and body: the call's deadline and idle clock decide, so a
 * slow tool is never mistaken for a lost connection.
 */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface Dispatcher {
  dispatch(options: object, handler: object): boolean;
}

/** Where Node keeps the dispatcher of its built-in fetch (undici). Set from the first fetch on. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1');

export const patientFetch: Fetch = (url, init) => {
  const dispatcher: Dispatcher = {
    dispatch: (options, handler) => {
      const shared = (globalThis as Record<symbol, Dispatcher | undefined>)[GLOBAL_DISPATCHER];
      if (shared === undefined) throw new Error('no dispatcher');
      return shared.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler);
    },
  };
  return fetch(url, { ...init, dispatcher } as RequestInit);
};
