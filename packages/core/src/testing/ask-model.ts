/** Asks a model once and gives everything back that it told. Retries are waited for on the clock it is given. */
import { createModel } from '../models/create-model.js';
import { resolveModel, type ModelInputs } from '../models/registry.js';
import type { ModelEvent, ModelRequest } from '../models/types.js';
import { createFakeClock, type FakeClock } from './fake-clock.js';

export interface Asked {
  readonly events: readonly ModelEvent[];
  readonly error: unknown;
}

export interface AskOptions extends Partial<ModelInputs> {
  readonly request?: Partial<ModelRequest>;
  readonly onEvent?: (event: ModelEvent, clock: FakeClock) => void;
  /** The ports' own clock; default: a fake one, which moves on for each retry. */
  readonly clock?: FakeClock;
}

export async function askModel({ request, onEvent, clock = createFakeClock(), ...inputs }: AskOptions): Promise<Asked> {
  const choice = resolveModel({ flags: {}, settings: {}, env: {}, ...inputs });
  let ids = 0;
  const model = createModel(choice, {
    userAgent: 'QwenCode/test',
    clock,
    random: () => 0.999_999,
    newId: () => `made-${(ids += 1)}`,
  });
  const events: ModelEvent[] = [];
  try {
    const asked: ModelRequest = {
      messages: [{ role: 'user', text: 'hi' }],
      tools: [],
      signal: new AbortController().signal,
      ...request,
    };
    for await (const event of model.stream(asked)) {
      events.push(event);
      onEvent?.(event, clock);
      if (event.type === 'retry') void clock.advance(event.delayMs);
    }
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}
