/** What components have in common: the state, the size of the screen, time that passes, keys. */
import { useStdout } from 'ink';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { KeyHandler, KeyLayer } from '../input/key-router.js';
import type { Look } from '../render/look.js';
import type { Store } from '../state/store.js';
import type { ViewState } from '../state/view-state.js';
import { useServices } from './services.js';

export const useStore = <State, Event>(store: Store<State, Event>): State =>
  useSyncExternalStore(store.subscribe, store.shown);

export const useView = (): ViewState => useStore(useServices().store);

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

const LEAST_COLUMNS = 20;
const LEAST_ROWS = 8;

const SizeContext = createContext<ScreenSize>({ columns: 79, rows: 24 });

export const ScreenSizeProvider = SizeContext.Provider;
export const useScreenSize = (): ScreenSize => useContext(SizeContext);

/** The size of the terminal, followed. For the root alone; the others have it from there. */
export function useTerminalSize(): ScreenSize {
  const { stdout } = useStdout();
  const read = (): ScreenSize => ({
    // The last column stays free: a full line would be broken by some terminals.
    columns: Math.max((stdout.columns || 80) - 1, LEAST_COLUMNS),
    rows: Math.max(stdout.rows || 24, LEAST_ROWS),
  });
  const [size, setSize] = useState(read);
  useEffect(() => {
    const onResize = (): void => setSize(read());
    stdout.on('resize', onResize);
    return () => void stdout.off('resize', onResize);
  }, [stdout]);
  return size;
}

export function useLook(): Look {
  const { style, marks, highlight, store, looks } = useServices();
  const { expanded, raw } = useStore(store);
  const { columns } = useScreenSize();
  // Loaded some time after the first drawing.
  const loaded = highlight();
  return useMemo(
    () => ({ style, marks, width: columns, expanded, raw, highlight: loaded, ...looks }),
    [style, marks, columns, expanded, raw, loaded, looks],
  );
}

/** Counts up every `everyMs` while `active`; the count is good for what moves. */
export function useTick(everyMs: number, active: boolean): number {
  const { clock } = useServices();
  const [tick, setTick] = useState(0);
  useEffect(() => {
    if (!active) return undefined;
    return clock.after(everyMs, () => setTick((count) => count + 1));
  }, [clock, everyMs, active, tick]);
  return tick;
}

/** Keys of a layer while the component stands. The newest handler counts, without being registered anew. */
export function useKeys(layer: KeyLayer, handler: KeyHandler): void {
  const { keys } = useServices();
  const newest = useRef(handler);
  newest.current = handler;
  // With the commit: no key comes between.
  useLayoutEffect(() => keys.on(layer, (event) => newest.current(event)), [keys, layer]);
}

export interface Current<Value> {
  /** For drawing. */
  readonly shown: Value;
  /** For key handlers: two keys can come before anything is drawn in between. */
  now(): Value;
  set(value: Value): void;
}

/** State that a key handler reads as it is now, and not as it was drawn. */
export function useCurrent<Value>(initial: Value): Current<Value> {
  const [shown, show] = useState(initial);
  const newest = useRef(initial);
  const now = useCallback(() => newest.current, []);
  const set = useCallback((value: Value) => {
    newest.current = value;
    show(value);
  }, []);
  return { shown, now, set };
}
