import { expect, it } from 'vitest';
import type { Model, ModelEvent } from '../models/types.js';
import { createFakeClock } from '../testing/fake-clock.js';
import type { SideRequest } from './events.js';
import { NO_USAGE } from './model-turn.js';
import { countedModel } from './side-request.js';

const USAGE = { inputTokens: 10, outputTokens: 5, cachedTokens: 1, reasoningTokens: 2, totalTokens: 15 };
const FINISH: ModelEvent = { type: 'finish', reason: 'stop', usage: USAGE };
const SAYS: ModelEvent = { type: 'text', delta: 'x' };

/** Gives these events, then fails if it is to. */
const modelOf = (events: readonly ModelEvent[], error?: Error): Model => ({
  name: 'first',
  stream: async function* () {
    yield* events;
    if (error !== undefined) throw error;
  },
});

interface Play {
  readonly model: Model;
  /** Whoever asked reads no further than this many events. */
  readonly reads?: number;
  readonly cancels?: boolean;
}

async function play({ model, reads = Infinity, cancels = false }: Play) {
  const told: SideRequest[] = [];
  const heard: ModelEvent[] = [];
  const stop = new AbortController();
  const counted = countedModel(model, createFakeClock(), (request) => told.push(request));
  try {
    for await (const event of counted.stream({ messages: [], tools: [], signal: stop.signal })) {
      heard.push(event);
      if (cancels) stop.abort();
      if (heard.length >= reads) break;
    }
  } catch {
    // What the model throws reaches whoever asked.
  }
  return { told, heard, name: counted.name };
}

const one = (model: string, usage = USAGE, failed = false): SideRequest => ({ model, usage, durationMs: 0, failed });
const next = (name?: string): ModelEvent => ({
  type: 'retry',
  attempt: 1,
  delayMs: 0,
  shown: 'busy',
  ...(name !== undefined && { next: name }),
});

it.each<{ name: string; played: Play; told: readonly SideRequest[] }>([
  { name: 'an answer', played: { model: modelOf([SAYS, FINISH]) }, told: [one('first')] },
  { name: 'a failure', played: { model: modelOf([], new Error('no')) }, told: [one('first', NO_USAGE, true)] },
  {
    name: 'a retry and the answer of a fallback',
    played: { model: modelOf([next(), next('second'), SAYS, FINISH]) },
    told: [one('first', NO_USAGE, true), one('first', NO_USAGE, true), one('second')],
  },
  {
    name: 'one that is left early',
    played: { model: modelOf([SAYS, FINISH]), reads: 1 },
    told: [one('first', NO_USAGE)],
  },
  { name: 'one that is cancelled', played: { model: modelOf([SAYS], new Error('stopped')), cancels: true }, told: [] },
  { name: 'a cancel after the answer', played: { model: modelOf([FINISH]), cancels: true }, told: [one('first')] },
])('tells $name', async ({ played, told }) => {
  const { told: heard, name } = await play(played);
  expect(heard).toEqual(told);
  expect(name).toBe('first');
});

it('hands on what the model says, unchanged', async () => {
  const events = [SAYS, next('second'), FINISH];
  expect((await play({ model: modelOf(events) })).heard).toEqual(events);
});
