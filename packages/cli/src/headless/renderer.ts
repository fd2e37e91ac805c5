/** What every output format answers to. A renderer turns the run into text for stdout and stderr; it decides nothing else. */
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import type { SessionFacts } from './records.js';
import type { Tally } from './tally.js';

/** Where a renderer writes. Neither call waits. */
export interface Output {
  stdout(text: string): void;
  stderr(text: string): void;
}

/** How the run ended, for the last thing that is written. */
export type Ending =
  /** `structured`: the value that the text is, when a schema asked for one. */
  | { readonly kind: 'completed'; readonly text: string; readonly structured?: unknown }
  | { readonly kind: 'failed'; readonly shown: string }
  /** A signal stopped it. `inFlight`: the calls that were running then; whether they were done is unknown. */
  | { readonly kind: 'interrupted'; readonly inFlight: readonly { readonly id: string; readonly name: string }[] };

export interface Renderer {
  /** Before the first model request. */
  start(session: SessionFacts): void;
  /** After the tally has seen the event. `model`: the name of the one that it is of. */
  event(event: AgentEvent, model: string): void;
  end(ending: Ending): void;
}

export interface RendererContext {
  readonly sessionId: string;
  readonly output: Output;
  readonly tally: Tally;
  /** Milliseconds since the run began. */
  elapsedMs(): number;
  /** A new UUID. */
  newId(): string;
  /** Progress and retries are worth showing: stderr is a terminal, or --debug was given. */
  readonly chatty: boolean;
}
