/**
 * Our messages as the messages API takes them. Pure. Turns alternate: what follows one another from one side is one message.
 * Results carry their images; empty texts are left out, because the API refuses them.
 */
import { argumentsOf } from '../arguments-of.js';
import { leftOut } from '../left-out.js';
import type { Modalities } from '../modalities.js';
import type { AssistantMessage, MediaPart, Message } from '../types.js';
import { signedParts } from './signed.js';

export type WireBlock = Readonly<Record<string, unknown>> & { readonly type: string };

export interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly WireBlock[];
}

export interface WireOptions {
  /** Whose signatures go back. */
  readonly modelName: string;
  readonly sees: Modalities;
}

const text = (value: string): WireBlock => ({ type: 'text', text: value });

export function toWire(messages: readonly Message[], options: WireOptions): readonly WireMessage[] {
  const wire: { role: WireMessage['role']; content: WireBlock[] }[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = message.role === 'assistant' ? assistant(message, options) : fromUser(message, options);
    if (content.length === 0) continue;
    const last = wire.at(-1);
    if (last?.role === role) last.content.push(...content);
    else wire.push({ role, content });
  }
  return wire;
}

function fromUser(message: Exclude<Message, AssistantMessage>, { sees }: WireOptions): WireBlock[] {
  const shown = message.text === '' ? [] : [text(message.text)];
  const media = 'media' in message ? (message.media ?? []) : [];
  const content = [...shown, ...media.map((part) => mediaBlock(part, sees))];
  if (message.role !== 'tool') return content.length > 0 ? content : [text('(empty)')];
  return [
    {
      type: 'tool_result',
      tool_use_id: sendableId(message.callId),
      content: content.length > 0 ? content : [text('(no output)')],
    },
  ];
}

function assistant(message: AssistantMessage, { modelName }: WireOptions): WireBlock[] {
  const calls = message.toolCalls.map(({ id, name, argumentsJson }) => ({
    type: 'tool_use',
    id: sendableId(id),
    name,
    input: argumentsOf(argumentsJson),
  }));
  const parts = signedParts(message.signed, modelName);
  if (parts === undefined || parts.filter(({ type }) => type === 'tool_use').length !== calls.length) {
    return [...(message.text.trim() === '' ? [] : [text(message.text)]), ...calls];
  }
  let next = 0;
  return parts.flatMap((part): readonly WireBlock[] =>
    part.type === 'tool_use' ? calls.slice(next, (next += 1)) : [part],
  );
}

/** Ids of other providers may hold characters that this API refuses. */
const sendableId = (id: string): string =>
  id.replace(/[^a-zA-Z0-9_-]/g, (character) => `_x${character.charCodeAt(0).toString(16)}`);

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

function mediaBlock(part: MediaPart, sees: Modalities): WireBlock {
  const { kind, data, mimeType } = part;
  return kind === 'image' && sees.image && IMAGES.has(mimeType)
    ? { type: 'image', source: { type: 'base64', media_type: mimeType, data } }
    : text(leftOut(part));
}
