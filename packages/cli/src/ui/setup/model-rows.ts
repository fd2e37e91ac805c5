/** The models to choose from: those of the endpoint that hold what is written, and what is written itself. Pure. */
import type { SetUpState } from './setup-state.js';

export function modelRows({ ids = [], model }: Pick<SetUpState, 'ids' | 'model'>): readonly string[] {
  const typed = model.text.trim();
  if (typed === '') return ids;
  const found = ids.filter((id) => id !== typed && id.toLowerCase().includes(typed.toLowerCase()));
  return ids.includes(typed) ? [typed, ...found] : [...found, typed];
}
