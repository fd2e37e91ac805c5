/**
 * Whether a model answers: one request of a few words, ended with the first piece of the answer. Sent once, whatever comes of
 * it. Shows nothing.
 */
import { systemClock } from '../shared/clock.js';
import { openDialect } from './create-model.js';
import type { ModelFailure } from './failure.js';
import type { ModelChoice } from './registry.js';
import type { ModelPorts } from './streaming-model.js';
import { tryOnce } from './try-once.js';

/** undefined: it answers. Throws the signal's reason when it was cancelled. */
export async function probeModel(
  choice: ModelChoice,
  ports: ModelPorts,
  signal: AbortSignal,
): Promise<ModelFailure | undefined> {
  const { clock = systemClock } = ports;
  const dialect = await openDialect(choice, ports);
  const body = dialect.body({ messages: [{ role: 'user', text: 'Reply with the word ok.' }], tools: [] });
  const answer = tryOnce({ body, signal, dialect, clock, options: choice.options });
  const first = await answer.next();
  await answer.return(undefined);
  signal.throwIfAborted();
  return first.done === true ? first.value?.failure : undefined;
}
