/**
 * Our messages as generateContent takes them. Pure. Turns alternate: what follows one another from one side is one content, so
 * that all results of one answer stand together. Media of a result follow it in the same content.
 */
import { argumentsOf } from '../arguments-of.js';
import { leftOut } from '../left-out.js';
import type { Modalities } from '../modalities.js';
import type { ModelChoice } from '../registry.js';
import type { AssistantMessage, MediaPart, Message } from '../types.js';
import { callSignatures, signedBy, UNSIGNED, wantsSignatures } from './signed.js';

export type WirePart = Readonly<Record<string, unknown>>;

export interface WireContent {
  readonly role: 'user' | 'model';
  readonly parts: readonly WirePart[];
}

type Receiver = Pick<ModelChoice, 'protocol' | 'name'> & { readonly options: { readonly sees: Modalities } };
type ToolMessage = Extract<Message, { role: 'tool' }>;

export function toWire(messages: readonly Message[], to: Receiver): readonly WireContent[] {
  const wire: { role: WireContent['role']; parts: WirePart[] }[] = [];
  let held: WirePart[] = [];
  const add = (role: WireContent['role'], parts: readonly WirePart[]): void => {
    if (parts.length === 0) return;
    const last = wire.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else wire.push({ role, parts: [...parts] });
  };
  for (const message of messages) {
    if (message.role === 'system') continue;
    if (message.role === 'tool') {
      add('user', [resultPart(message, to)]);
      held.push(...mediaOf(message, to.options.sees));
      continue;
    }
    add('user', held);
    held = [];
    if (message.role === 'assistant') add('model', modelParts(message, to));
    else add('user', userParts(message, to.options.sees));
  }
  add('user', held);
  return wire;
}

function userParts({ text, media = [] }: Extract<Message, { role: 'user' }>, sees: Modalities): readonly WirePart[] {
  const parts = [...(text === '' ? [] : [{ text }]), ...media.map((part) => mediaPart(part, sees))];
  return parts.length > 0 ? parts : [{ text: '(empty)' }];
}

function modelParts({ text, toolCalls, signed }: AssistantMessage, to: Receiver): readonly WirePart[] {
  const own = callSignatures(signed, signedBy(to));
  const signatures = own.size > 0 || !wantsSignatures(to.name) ? own : new Map([[0, UNSIGNED]]);
  const calls = toolCalls.map(({ id, name, argumentsJson }, place) => ({
    ...(signatures.has(place) && { thoughtSignature: signatures.get(place) }),
    functionCall: { ...idFor(id, to), name, args: argumentsOf(argumentsJson) },
  }));
  return [...(text === '' ? [] : [{ text }]), ...calls];
}

const resultPart = ({ callId, name, text }: ToolMessage, to: Receiver): WirePart => ({
  functionResponse: { ...idFor(callId, to), name, response: { output: text } },
});

/** Vertex AI tells calls apart by their order, and its older models refuse an id. */
const idFor = (id: string, { protocol }: Receiver): { id?: string } => (protocol === 'vertex-ai' ? {} : { id });

function mediaOf({ callId, name, media = [] }: ToolMessage, sees: Modalities): readonly WirePart[] {
  if (media.length === 0) return [];
  return [{ text: `From the result of ${name} (${callId}):` }, ...media.map((part) => mediaPart(part, sees))];
}

const mediaPart = (part: MediaPart, sees: Modalities): WirePart =>
  sees[part.kind] ? { inlineData: { mimeType: part.mimeType, data: part.data } } : { text: leftOut(part) };
