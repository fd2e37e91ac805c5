/**
 * Reads the events of one streamed answer of the messages API: text and thinking at once, tool calls when the answer is
 * complete. Pure.
 */
import type { AnswerReader } from '../dialect.js';
import type { ModelEvent, SignedAnswer } from '../types.js';
import { signedBy, type SignedPart } from './signed.js';
import { toUsage, type WireUsage } from './usage.js';

export interface WireEvent {
  readonly type: string;
  readonly index?: number;
  readonly message?: { readonly usage?: WireUsage | null };
  readonly content_block?: WireBlock;
  readonly delta?: WireDelta;
  readonly usage?: WireUsage | null;
}

interface WireBlock {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly data?: string;
}

interface WireDelta {
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly partial_json?: string;
  readonly stop_reason?: string | null;
}

/** A block with its gaps filled. */
interface Block {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly data: string;
  /** Given whole at the start, by services that do not stream arguments. */
  readonly input: unknown;
  text: string;
  signature: string;
  json: string;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
]);

export function createAnswerReader(modelName: string): AnswerReader<WireEvent> {
  const blocks = new Map<number, Block>();
  let usage: WireUsage = {};
  let stopReason: string | undefined;
  let stopped = false;

  const start = (index: number, wire: WireBlock): readonly ModelEvent[] => {
    const block = blockOf(wire);
    blocks.set(index, block);
    return block.text === '' ? [] : told(block.type, block.text);
  };
  const grow = (index: number, delta: WireDelta): readonly ModelEvent[] => {
    const block = blocks.get(index);
    if (block === undefined) return [];
    const more = delta.text ?? delta.thinking ?? '';
    block.text += more;
    block.signature += delta.signature ?? '';
    block.json += delta.partial_json ?? '';
    return more === '' ? [] : told(block.type, more);
  };
  const begun = (): boolean =>
    [...blocks.values()].some(
      ({ type, text, json }) => text !== '' || json !== '' || (type !== 'text' && type !== 'thinking'),
    );

  return {
    read: (event) => {
      switch (event.type) {
        case 'message_start':
          usage = { ...usage, ...event.message?.usage };
          return [];
        case 'content_block_start':
          return event.content_block ? start(event.index ?? 0, event.content_block) : [];
        case 'content_block_delta':
          return event.delta ? grow(event.index ?? 0, event.delta) : [];
        case 'message_delta':
          stopReason = event.delta?.stop_reason ?? stopReason;
          usage = { ...usage, ...event.usage };
          return [];
        case 'message_stop':
          stopped = true;
      }
      return [];
    },
    begun,
    finished: () => stopped || stopReason !== undefined,
    end: () => {
      if (!stopped && stopReason === undefined) {
        return { kind: 'failed', failure: { kind: begun() ? 'broken' : 'empty' } };
      }
      if (stopReason === 'refusal' && !begun()) return { kind: 'failed', failure: { kind: 'withheld' } };
      const signed = signedAnswer([...blocks.values()], modelName);
      const reason = REASONS.get(stopReason ?? '') ?? stopReason ?? 'unknown';
      return {
        kind: 'complete',
        events: [
          ...[...blocks.values()].flatMap(callOf),
          ...(signed === undefined ? [] : [{ type: 'signed', signed } as const]),
          { type: 'finish', reason, usage: toUsage(usage) },
        ],
      };
    },
  };
}

const blockOf = (wire: WireBlock): Block => ({
  type: wire.type,
  id: wire.id ?? '',
  name: wire.name ?? '',
  data: wire.data ?? '',
  input: wire.input,
  text: wire.text ?? wire.thinking ?? '',
  signature: wire.signature ?? '',
  json: '',
});

function told(type: string, delta: string): readonly ModelEvent[] {
  if (type === 'text') return [{ type: 'text', delta }];
  return type === 'thinking' ? [{ type: 'reasoning', delta }] : [];
}

function callOf({ type, id, name, json, input }: Block): ModelEvent[] {
  if (type !== 'tool_use') return [];
  const argumentsJson = json === '' ? JSON.stringify(input ?? {}) : json;
  return [{ type: 'tool-call', call: { id, name, argumentsJson } }];
}

function signedAnswer(blocks: readonly Block[], modelName: string): SignedAnswer | undefined {
  const isSigned = ({ signature, type }: Block): boolean => signature !== '' || type === 'redacted_thinking';
  if (!blocks.some(isSigned)) return undefined;
  const parts = blocks.flatMap((block): SignedPart[] => {
    switch (block.type) {
      case 'thinking':
        return [{ type: 'thinking', thinking: block.text, signature: block.signature }];
      case 'redacted_thinking':
        return [{ type: 'redacted_thinking', data: block.data }];
      case 'text':
        return block.text === '' ? [] : [{ type: 'text', text: block.text }];
      case 'tool_use':
        return [{ type: 'tool_use' }];
      default:
        return [];
    }
  });
  return { by: signedBy(modelName), parts };
}
