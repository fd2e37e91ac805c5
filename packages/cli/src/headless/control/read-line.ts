/**
 * One line of stdin to what it asks for (docs/guide/sdk.md). Pure, and total: a line that can't be used is a sentence about
 * it, never an exception. The sentence says where the fault is and repeats nothing of the line.
 */
import type { MediaPart } from '@qwen-code/qwen-code-core/models/types.js';
import { isJsonObject, type JsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';

export type Incoming =
  /** Something for the model, or a command. */
  | { readonly kind: 'user'; readonly text: string; readonly media?: readonly MediaPart[] }
  | { readonly kind: 'request'; readonly id: string; readonly subtype: string; readonly request: JsonObject }
  /** The answer to a request of ours; undefined when it is an error. */
  | { readonly kind: 'answer'; readonly id: string; readonly response: unknown }
  | { readonly kind: 'failed-answer'; readonly id: string }
  /** The other side no longer wants the answer to this request of its own. */
  | { readonly kind: 'cancel'; readonly id: string }
  /** Nothing that concerns us: an empty line, or a record that only we send. */
  | { readonly kind: 'nothing' }
  | Malformed;

export interface Malformed {
  readonly kind: 'malformed';
  readonly shown: string;
  /** It was meant as words of the user: whoever sent it waits for a result. */
  readonly fromUser: boolean;
}

const OURS: readonly unknown[] = ['assistant', 'system', 'result', 'stream_event'];

export function readLine(line: string): Incoming {
  if (line.trim() === '') return { kind: 'nothing' };
  const message = parsed(line);
  if (!isJsonObject(message)) return malformed('it is not a JSON object');
  switch (message['type']) {
    case 'user':
      return userLine(message);
    case 'control_request':
      return request(message);
    case 'control_response':
      return answer(message['response']);
    case 'control_cancel_request':
      return cancel(message['request_id']);
    default:
      return OURS.includes(message['type'])
        ? { kind: 'nothing' }
        : malformed('its "type" is none of user, control_request, control_response and control_cancel_request');
  }
}

function userLine({ message }: JsonObject): Incoming {
  const content = isJsonObject(message) ? message['content'] : undefined;
  if (typeof content === 'string') return { kind: 'user', text: content };
  if (!Array.isArray(content)) return fromUser('its message.content is neither text nor a list of blocks');
  const blocks = content.map(readBlock);
  if (!blocks.every((block) => block !== undefined)) {
    return fromUser('its message.content may hold text blocks and base64 images alone; name other files as @path');
  }
  const media = blocks.filter((block) => typeof block !== 'string');
  const text = blocks.filter((block) => typeof block === 'string').join('\n');
  return { kind: 'user', text, ...(media.length > 0 && { media }) };
}

const IMAGE_TYPES: readonly unknown[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Text, or an image as `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"…"}}`. */
function readBlock(block: unknown): string | MediaPart | undefined {
  if (!isJsonObject(block)) return undefined;
  const { type, text, source } = block;
  if (type === 'text') return typeof text === 'string' ? text : undefined;
  if (type !== 'image' || !isJsonObject(source) || source['type'] !== 'base64') return undefined;
  const { media_type: mimeType, data } = source;
  const isImage = typeof mimeType === 'string' && IMAGE_TYPES.includes(mimeType);
  return isImage && typeof data === 'string' && BASE64.test(data) ? { kind: 'image', mimeType, data } : undefined;
}

function request({ request_id: id, request: body }: JsonObject): Incoming {
  if (typeof id !== 'string') return malformed('a control_request needs a "request_id"');
  const subtype = isJsonObject(body) ? body['subtype'] : undefined;
  return {
    kind: 'request',
    id,
    subtype: typeof subtype === 'string' ? subtype : '',
    request: isJsonObject(body) ? body : {},
  };
}

function answer(response: unknown): Incoming {
  const id = isJsonObject(response) ? response['request_id'] : undefined;
  if (!isJsonObject(response) || typeof id !== 'string') return malformed('a control_response needs a "request_id"');
  return response['subtype'] === 'success'
    ? { kind: 'answer', id, response: response['response'] }
    : { kind: 'failed-answer', id };
}

const cancel = (id: unknown): Incoming => (typeof id === 'string' ? { kind: 'cancel', id } : { kind: 'nothing' });

const malformed = (why: string): Malformed => ({ kind: 'malformed', shown: shownFault(why), fromUser: false });
const fromUser = (why: string): Malformed => ({ kind: 'malformed', shown: shownFault(why), fromUser: true });
const shownFault = (why: string): string => `A line on stdin was ignored: ${why}.`;

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
