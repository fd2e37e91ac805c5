/** Adds finished items to the screen. Pure. */
import type { ItemContent, ViewState } from './view-state.js';

export function printed(state: ViewState, ...contents: readonly ItemContent[]): ViewState {
  if (contents.length === 0) return state;
  const items = contents.map((content, place) => ({ ...content, id: state.nextId + place }));
  return { ...state, items: [...state.items, ...items], nextId: state.nextId + items.length };
}
