/**
 * What the message of one stored record holds, whoever wrote it: text, thoughts, calls, results, media. Pure and lenient: a part
 * of a shape that is not known is passed over.
 */
import type { MediaPart, OpenOutcome, SignedAnswer } from '../models/types.js';
import { isObject, type JsonObject } from './stored-record.js';

export interface StoredCall {
  /** Older records have calls without an id. */
  readonly id: string | undefined;
  readonly name: string;
  readonly argumentsJson: string;
}

export interface StoredResult {
  readonly id: string | undefined;
  readonly name: string;
  readonly text: string;
  /** What is recorded beside the message says that it was no success. */
  readonly ended?: 'error' | 'cancelled';
  /** What is recorded beside the message says that the outcome is unknown. */
  readonly unknown?: { readonly recordId?: string };
  /** The same of calls that it made in turn. */
  readonly openOutcomes?: readonly OpenOutcome[];
}

export interface StoredContent {
  readonly fromModel: boolean;
  readonly texts: readonly string[];
  readonly thoughts: readonly string[];
  readonly calls: readonly StoredCall[];
  readonly results: readonly StoredResult[];
  readonly media: readonly MediaPart[];
  /** What the API signed of the answer. */
  readonly signed?: SignedAnswer;
  /** Calls of what a compression left out. */
  readonly openOutcomes?: readonly OpenOutcome[];
}

/** `message` is a content object: `role`, and `parts` or a plain `content` text. Undefined when it is nothing of the kind. */
export function readContent(message: unknown): StoredContent | undefined {
  if (!isObject(message)) return undefined;
  const parts = partsOf(message);
  if (parts === undefined) return undefined;
  const ofKind = (key: string): JsonObject[] => parts.map((part) => part[key]).filter(isObject);
  const textsWhere = (thought: boolean): string[] =>
    parts
      .filter((part) => typeof part['text'] === 'string' && (part['thought'] === true) === thought)
      .map((part) => part['text'] as string);
  return {
    fromModel: message['role'] === 'model' || message['role'] === 'assistant',
    texts: textsWhere(false),
    thoughts: textsWhere(true),
    calls: ofKind('functionCall').flatMap(readCall),
    results: ofKind('functionResponse').flatMap(readResult),
    media: ofKind('inlineData').flatMap(readMedia),
    ...readSigned(message['signed']),
  };
}

function readSigned(signed: unknown): Pick<StoredContent, 'signed'> {
  if (!isObject(signed)) return {};
  const { by, parts } = signed;
  if (typeof by !== 'string' || !Array.isArray(parts) || !parts.every(isObject)) return {};
  return { signed: { by, parts } };
}

function partsOf({ parts, content }: JsonObject): readonly JsonObject[] | undefined {
  const list = parts ?? content;
  if (typeof list === 'string') return [{ text: list }];
  if (!Array.isArray(list)) return undefined;
  return list.map((part: unknown) => (typeof part === 'string' ? { text: part } : part)).filter(isObject);
}

function readCall({ id, name, args, argumentsText }: JsonObject): StoredCall[] {
  if (typeof name !== 'string' || name === '') return [];
  const argumentsJson = typeof argumentsText === 'string' ? argumentsText : JSON.stringify(args ?? {});
  return [{ id: idIn(id), name, argumentsJson }];
}

function readResult({ id, name, response }: JsonObject): StoredResult[] {
  return [{ id: idIn(id), name: typeof name === 'string' ? name : '', text: responseText(response) }];
}

export function readOpenOutcome({ callId, tool, argumentsJson, recordId }: JsonObject): OpenOutcome[] {
  if (typeof callId !== 'string' || typeof tool !== 'string') return [];
  const args = typeof argumentsJson === 'string' ? argumentsJson : '';
  return [{ callId, tool, argumentsJson: args, ...(typeof recordId === 'string' && { recordId }) }];
}

const idIn = (id: unknown): string | undefined => (typeof id === 'string' && id !== '' ? id : undefined);

const TEXT_KEYS = ['output', 'error', 'result', 'content'];

function responseText(response: unknown): string {
  if (typeof response === 'string') return response;
  if (!isObject(response)) return '';
  const known = TEXT_KEYS.map((key) => response[key]).find((value) => typeof value === 'string');
  return typeof known === 'string' ? known : JSON.stringify(response);
}

function readMedia({ mimeType, data }: JsonObject): MediaPart[] {
  if (typeof mimeType !== 'string' || typeof data !== 'string') return [];
  const kind = (['image', 'audio'] as const).find((type) => mimeType.startsWith(`${type}/`));
  return kind === undefined ? [] : [{ kind, data, mimeType }];
}
