/**
 * What the agent needs of a model, whatever API serves it.
 */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One tool call as the model wrote it. `argumentsJson` is the raw text: it may not parse. */
export interface ToolCallRequest {
  readonly id: string;
  readonly name: string;
  readonly argumentsJson: string;
}

export interface MediaPart {
  readonly kind: 'image' | 'audio';
  /** Base64, no data-URL prefix. */
  readonly data: string;
  readonly mimeType: string;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly text: string;
  /** Reasoning content as the API sent it, kept for the next request. */
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCallRequest[];
  /** What the API signed of this answer. */
  readonly signed?: SignedAnswer;
}

/** Parts of an answer that its model wants back as they came. Sent to that model and to no other. */
export interface SignedAnswer {
  /** Protocol and model, such as `anthropic:claude-sonnet-4-5`. */
  readonly by: string;
  /** In the order in which they came, in a form that only that protocol's code reads. */
  readonly parts: readonly Readonly<Record<string, unknown>>[];
}

export type Message =
  | { readonly role: 'system'; readonly text: string }
  | {
      readonly role: 'user';
      readonly text: string;
      readonly media?: readonly MediaPart[];
      /** Calls of a part that is left out of the conversation; `text` tells of them. */
      readonly openOutcomes?: readonly OpenOutcome[];
      /** Set where the user did not write this: what they asked for last, as far as the message repeats it. */
      readonly repeats?: { readonly request?: string };
    }
  | AssistantMessage
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly media?: readonly MediaPart[];
      /** How the call ended when it was no success. For people: the model has the text. */
      readonly ended?: 'error' | 'cancelled';
      /** The call may have been carried out although no answer came; with its record in the outcome journal, if any. */
      readonly unknown?: { readonly recordId?: string };
      /** Such calls that the call made in turn. */
      readonly openOutcomes?: readonly OpenOutcome[];
    };

/** What the model is told as a message that no user wrote. */
export interface Note {
  readonly text: string;
  /** Calls that the text tells of, and whose outcome is unknown. */
  readonly openOutcomes?: readonly OpenOutcome[];
}

/** A call that may have been carried out although no answer came. */
export interface OpenOutcome {
  readonly callId: string;
  /** The name that the model called it by. */
  readonly tool: string;
  readonly argumentsJson: string;
  readonly recordId?: string;
}

/** Token counts of one response, as the API reported them; 0 where it said nothing. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  readonly totalTokens: number;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  readonly signal: AbortSignal;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }
  /** A whole call, emitted once it is complete. */
  | { readonly type: 'tool-call'; readonly call: ToolCallRequest }
  /** Comes before `finish`, at most once. */
  | { readonly type: 'signed'; readonly signed: SignedAnswer }
  /** The request goes out again: to the same model, or to `next`, a fallback model. */
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly delayMs: number;
      readonly shown: string;
      readonly next?: string;
    }
  | { readonly type: 'finish'; readonly reason: string; readonly usage: Usage };

export interface Model {
  readonly name: string;
  /** Throws QwenError 'auth' | 'model-api' | 'cancelled'; nothing else. */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}
