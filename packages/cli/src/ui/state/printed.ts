/** Adds finished items to the screen. Pure. What is long gone from it is forgotten: the terminal and the recording have it. */
import type { ItemContent, ViewState } from './view-state.js';

/** More than is ever printed again. */
export const MOST_ITEMS = 1_000;

export function printed(state: ViewState, ...contents: readonly ItemContent[]): ViewState {
  if (contents.length === 0) return state;
  const items = contents.map((content, place) => ({ ...content, id: state.nextId + place }));
  return { ...state, items: [...state.items, ...items].slice(-MOST_ITEMS), nextId: state.nextId + items.length };
}
