/**
 * Our messages as the chat completions API takes them. Pure.
 *
 * Tool results are text parts. Media of tools follow in a user message of their own, after the whole run of tool results (each
 * call must be answered first); a model that can't take them gets a line that says so.
 */
import { leftOut } from '../left-out.js';
import type { MediaPart, Message } from '../types.js';

export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
  | { readonly type: 'input_audio'; readonly input_audio: { readonly data: string; readonly format: 'wav' | 'mp3' } };

export interface WireMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly Part[] | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: 'function';
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

export interface WireOptions {
  readonly sees: { readonly image: boolean; readonly audio: boolean };
  readonly toolResultsAsText: boolean;
}

type ToolMessage = Extract<Message, { role: 'tool' }>;
type AssistantMessage = Extract<Message, { role: 'assistant' }>;

const text = (value: string): Part => ({ type: 'text', text: value });

export function toWire(messages: readonly Message[], options: WireOptions): WireMessage[] {
  const wire: WireMessage[] = [];
  let held: Part[] = [];
  const release = (): void => {
    if (held.length > 0) wire.push({ role: 'user', content: held });
    held = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      const { content, later } = toolParts(message, options);
      held.push(...later);
      wire.push({ role: 'tool', tool_call_id: message.callId, content: asContent(content, options) });
      continue;
    }
    release();
    wire.push(message.role === 'assistant' ? assistant(message) : plain(message, options));
  }
  release();
  return wire;
}

function plain(message: Exclude<Message, ToolMessage | AssistantMessage>, { sees }: WireOptions): WireMessage {
  const { role } = message;
  const media = message.role === 'user' ? (message.media ?? []) : [];
  if (media.length === 0) return { role, content: message.text };
  const parts = media.map((part) => mediaPart(part, sees) ?? text(leftOut(part)));
  return { role, content: [...(message.text === '' ? [] : [text(message.text)]), ...parts] };
}

function assistant({ text: content, reasoning, toolCalls }: AssistantMessage): WireMessage {
  const calls = toolCalls.map(({ id, name, argumentsJson }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: sendable(argumentsJson) },
  }));
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** Servers parse the arguments of earlier calls and refuse the whole request over one that does not parse. */
function sendable(argumentsJson: string): string {
  try {
    const value: unknown = JSON.parse(argumentsJson);
    return typeof value === 'object' && value !== null ? argumentsJson : '{}';
  } catch {
    return '{}';
  }
}

function toolParts(message: ToolMessage, { sees }: WireOptions): { content: Part[]; later: Part[] } {
  const content = [text(message.text === '' ? '(no output)' : message.text)];
  const later: Part[] = [];
  for (const media of message.media ?? []) {
    const part = mediaPart(media, sees);
    if (part === undefined) {
      content.push(text(leftOut(media)));
      continue;
    }
    content.push(text(`[${media.mimeType}: in the next user message]`));
    later.push(text(`From the result of ${message.name} (${message.callId}):`), part);
  }
  return { content, later };
}

function asContent(parts: readonly Part[], { toolResultsAsText }: WireOptions): WireMessage['content'] {
  return toolResultsAsText ? parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') : parts;
}

const AUDIO_FORMATS: ReadonlyMap<string, 'wav' | 'mp3'> = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
]);

function mediaPart({ kind, data, mimeType }: MediaPart, sees: WireOptions['sees']): Part | undefined {
  if (!sees[kind]) return undefined;
  if (kind === 'image') return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } };
  const format = AUDIO_FORMATS.get(mimeType);
  return format === undefined ? undefined : { type: 'input_audio', input_audio: { data, format } };
}
