/**
 * What is said and done in an interactive session as the records of stream-json: each message of the person, what follows
 * from it, and its result.
 */
import { randomUUID } from 'node:crypto';
import type { AgentOutcome } from '@qwen-code/qwen-code-core/agent/events.js';
import type { Session } from '@qwen-code/qwen-code-core/sessions/types.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { unsettledCalls } from '../../headless/interrupted.js';
import type { Ending, Renderer } from '../../headless/renderer.js';
import { createStreamJsonRenderer } from '../../headless/stream-json.js';
import { createTally, type Tally } from '../../headless/tally.js';
import type { WiredRun } from '../../wire/wire-run.js';

export type Recorder = Pick<Session, 'user' | 'event'>;

export interface MirrorPorts {
  readonly wired: Pick<WiredRun, 'session' | 'hasEffects'>;
  readonly clock: Clock;
  write(text: string): void;
}

/** Hears what a session records, and tells it as well. */
export function mirrored(recorder: Recorder, { wired, clock, write }: MirrorPorts): Recorder {
  let message: { readonly renderer: Renderer; readonly tally: Tally } | undefined;
  const begin = (): NonNullable<typeof message> => {
    const tally = createTally();
    const startedMs = clock.now();
    const session = wired.session();
    const { sessionId } = session;
    const output = { stdout: write, stderr: (): void => {} };
    const elapsedMs = (): number => clock.now() - startedMs;
    const context = { sessionId, output, tally, elapsedMs, newId: randomUUID, chatty: false };
    const renderer = createStreamJsonRenderer(context, { partial: true });
    renderer.start(session);
    return { renderer, tally };
  };
  return {
    user: (text, media) => {
      recorder.user(text, media);
      message = begin();
      const { sessionId } = wired.session();
      const ids = { uuid: randomUUID(), session_id: sessionId, parent_tool_use_id: null };
      write(`${JSON.stringify({ type: 'user', ...ids, message: { role: 'user', content: text } })}\n`);
    },
    event: (event, model) => {
      recorder.event(event, model);
      // An answer that is gone on with has no message of its own.
      message ??= begin();
      const { tally, renderer } = message;
      tally.see(event, model);
      renderer.event(event, model);
      if (event.type !== 'end') return;
      renderer.end(endingOf(event.outcome, tally, wired));
      message = undefined;
    },
  };
}

function endingOf(outcome: AgentOutcome, tally: Tally, { hasEffects }: Pick<WiredRun, 'hasEffects'>): Ending {
  switch (outcome.kind) {
    case 'completed':
      return outcome;
    case 'cancelled':
      return { kind: 'interrupted', inFlight: unsettledCalls(tally, hasEffects) };
    case 'failed':
      return { kind: 'failed', shown: outcome.error.shown };
    case 'turn-limit':
      return { kind: 'failed', shown: `Stopped: the limit of ${outcome.maxTurns} model turns is reached.` };
  }
}
