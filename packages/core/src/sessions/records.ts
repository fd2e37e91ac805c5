/**
 * The lines of a recorded session, in the shape that 0.21 writes and reads (docs/design/sessions.md). Pure builders, each pinned
 * by a test with the literal written out. What is added to that shape stands in fields of its own: `code`, `recordId`,
 * `argumentsText`, `signed`.
 */
import type { MediaPart, OpenOutcome, SignedAnswer, Usage } from '../models/types.js';
import type { ToolArguments, ToolResult } from '../tools/types.js';

export type RecordPart =
  | { readonly text: string; readonly thought?: true }
  | { readonly inlineData: { readonly mimeType: string; readonly data: string } }
  | { readonly functionCall: CallPart }
  | {
      readonly functionResponse: {
        readonly id: string;
        readonly name: string;
        readonly response: { readonly output: string };
      };
    };

export interface CallPart {
  readonly id: string;
  readonly name: string;
  readonly args: ToolArguments;
  /** What the model wrote, when that is no JSON object; `args` is empty then. */
  readonly argumentsText?: string;
}

/** Whether the call may have had an effect: `unknown` ones may have. */
export type ExecutionStatus = 'executed' | 'not_executed' | 'unknown';

export interface CallResult {
  readonly callId: string;
  readonly status: 'success' | 'error' | 'cancelled';
  /** The start of the result, for people. */
  readonly resultDisplay: string;
  readonly executionStatus: ExecutionStatus;
  readonly code?: string;
  /** The outcome journal's record. */
  readonly recordId?: string;
  /** Calls that it made in turn, and whose outcome is unknown. */
  readonly openOutcomes?: readonly OpenOutcome[];
}

/** A record without what all of them share. */
export type RecordBody =
  | {
      readonly type: 'user';
      /** `notification`: what the model was told as a message that no user wrote. */
      readonly provenance: 'real_user' | 'notification';
      readonly message: { readonly role: 'user'; readonly parts: readonly RecordPart[] };
      /** Calls that a notification tells of, and whose outcome is unknown. */
      readonly openOutcomes?: readonly OpenOutcome[];
    }
  | {
      readonly type: 'assistant';
      readonly provenance: 'model';
      readonly model: string;
      readonly message: StoredMessage & { readonly role: 'model' };
      readonly usageMetadata: UsageMetadata;
    }
  | {
      readonly type: 'tool_result';
      readonly provenance: 'tool';
      readonly message: { readonly role: 'user'; readonly parts: readonly RecordPart[] };
      readonly toolCallResult: CallResult;
    }
  /** The call runs with other arguments than the model's: whoever approved it changed them. */
  | {
      readonly type: 'system';
      readonly provenance: 'system';
      readonly subtype: 'approved_arguments';
      readonly systemPayload: { readonly callId: string; readonly args: ToolArguments };
    }
  /** A summary took the place of all before it. */
  | {
      readonly type: 'system';
      readonly provenance: 'system';
      readonly subtype: 'chat_compression';
      readonly systemPayload: {
        readonly info: { readonly originalTokenCount: number; readonly newTokenCount: number };
        readonly compressedHistory: readonly StoredMessage[];
        /** Calls of unknown outcome that are no longer in the history, or are and have a record beside them. */
        readonly openOutcomes: readonly OpenOutcome[];
      };
    }
  /** The person went back: the records go on from an earlier one. */
  | {
      readonly type: 'system';
      readonly provenance: 'system';
      readonly subtype: 'rewind';
      readonly systemPayload: Readonly<Record<string, never>>;
    }
  /** What people call the session; the last one counts. */
  | {
      readonly type: 'system';
      readonly provenance: 'system';
      readonly subtype: 'custom_title';
      readonly systemPayload: { readonly customTitle: string; readonly titleSource: 'manual' };
    };

export interface StoredMessage {
  readonly role: 'user' | 'model';
  readonly parts: readonly RecordPart[];
  /** What the API signed of an answer: only with it does its model take the thinking back. */
  readonly signed?: SignedAnswer;
}

export interface UsageMetadata {
  readonly promptTokenCount: number;
  readonly candidatesTokenCount: number;
  readonly thoughtsTokenCount: number;
  readonly totalTokenCount: number;
  readonly cachedContentTokenCount: number;
}

/** What every record of one session starts with. */
export interface RecordStamp {
  readonly uuid: string;
  /** The record before it; null for the first. */
  readonly parentUuid: string | null;
  readonly sessionId: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly cwd: string;
  readonly version: string;
  /** Only inside a git repository. */
  readonly gitBranch: string | undefined;
}

/** One line of the file, with its line end. */
export function recordLine({ cwd, version, gitBranch, ...stamp }: RecordStamp, body: RecordBody): string {
  const { type, provenance, ...rest } = body;
  return `${JSON.stringify({ ...stamp, type, provenance, cwd, version, gitBranch, ...rest })}\n`;
}

export const usageMetadata = (usage: Usage): UsageMetadata => ({
  promptTokenCount: usage.inputTokens,
  candidatesTokenCount: usage.outputTokens,
  thoughtsTokenCount: usage.reasoningTokens,
  totalTokenCount: usage.totalTokens,
  cachedContentTokenCount: usage.cachedTokens,
});

/** Text first, then its media. */
export const userParts = (text: string, media: readonly MediaPart[] = []): readonly RecordPart[] => [
  { text },
  ...media.map(mediaPart),
];

export function resultParts(
  call: { readonly id: string; readonly name: string },
  { text, media = [] }: Pick<ToolResult, 'text' | 'media'>,
): readonly RecordPart[] {
  const { id, name } = call;
  return [{ functionResponse: { id, name, response: { output: text } } }, ...media.map(mediaPart)];
}

const mediaPart = ({ mimeType, data }: MediaPart): RecordPart => ({ inlineData: { mimeType, data } });

const DISPLAY_LIMIT = 2_000;

/** The text in full is in the message beside it. */
export const display = (text: string): string =>
  text.length > DISPLAY_LIMIT ? `${text.slice(0, DISPLAY_LIMIT - 1)}…` : text;
