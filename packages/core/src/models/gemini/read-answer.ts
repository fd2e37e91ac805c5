/**
 * Reads the chunks of one streamed answer of generateContent: text and thoughts at once, calls when the answer is complete.
 * Pure but for the ids it makes up.
 */
import type { AnswerReader } from '../dialect.js';
import type { ModelFailure } from '../failure.js';
import type { ModelChoice } from '../registry.js';
import type { ModelEvent, ToolCallRequest } from '../types.js';
import { signedBy, type CallSignature } from './signed.js';
import { toUsage, type WireUsage } from './usage.js';

interface WirePart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly id?: string; readonly name?: string; readonly args?: unknown };
}

interface WireCandidate {
  readonly index?: number;
  readonly content?: { readonly parts?: readonly WirePart[] };
  readonly finishReason?: string;
}

export interface WireChunk {
  readonly candidates?: readonly WireCandidate[];
  readonly promptFeedback?: { readonly blockReason?: string };
  readonly usageMetadata?: WireUsage;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
]);

/** Reasons for which nothing came and the same request may well bring something. */
const SLIPS = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']);

export function createAnswerReader(
  choice: Pick<ModelChoice, 'protocol' | 'name'>,
  newId: () => string,
): AnswerReader<WireChunk> {
  const calls: ToolCallRequest[] = [];
  const signatures: CallSignature[] = [];
  let begun = false;
  let reason: string | undefined;
  let usage: WireUsage | undefined;

  const readPart = ({ text = '', thought, thoughtSignature, functionCall }: WirePart): readonly ModelEvent[] => {
    if (functionCall !== undefined) {
      begun = true;
      if (thoughtSignature !== undefined) signatures.push({ call: calls.length, signature: thoughtSignature });
      const { id, name = '', args } = functionCall;
      calls.push({ id: id || newId(), name, argumentsJson: JSON.stringify(args ?? {}) });
    }
    if (text === '') return [];
    begun = true;
    return [{ type: thought === true ? 'reasoning' : 'text', delta: text }];
  };

  return {
    read: (chunk) => {
      const candidate = chunk.candidates?.find(({ index = 0 }) => index === 0);
      usage = chunk.usageMetadata ?? usage;
      reason = candidate?.finishReason ?? chunk.promptFeedback?.blockReason ?? reason;
      return (candidate?.content?.parts ?? []).flatMap(readPart);
    },
    begun: () => begun,
    finished: () => reason !== undefined,
    end: () => {
      if (reason === undefined) return { kind: 'failed', failure: { kind: begun ? 'broken' : 'empty' } };
      const isPlain = REASONS.has(reason);
      if (!begun && !isPlain) return { kind: 'failed', failure: withoutAnswer(reason) };
      const signed = { by: signedBy(choice), parts: signatures.map((part) => ({ ...part })) };
      return {
        kind: 'complete',
        events: [
          ...calls.map((call) => ({ type: 'tool-call', call }) as const),
          ...(signatures.length === 0 ? [] : [{ type: 'signed', signed } as const]),
          { type: 'finish', reason: finishReason(reason, calls.length > 0), usage: toUsage(usage) },
        ],
      };
    },
  };
}

function finishReason(reason: string, hasCalls: boolean): string {
  return reason === 'STOP' && hasCalls ? 'tool_calls' : (REASONS.get(reason) ?? reason);
}

function withoutAnswer(reason: string): ModelFailure {
  return SLIPS.has(reason)
    ? {
        kind: 'api',
        status: undefined,
        type: 'MALFORMED_FUNCTION_CALL',
        message: 'the model wrote a tool call that cannot be read',
        retryAfterMs: undefined,
      }
    : { kind: 'withheld' };
}
