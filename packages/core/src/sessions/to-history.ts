/**
 * The chain of stored records to the messages that a model is sent. Pure. Records that are no conversation (statistics,
 * snapshots, whatever a later release adds) leave nothing behind.
 *
 * The result may still have calls without results and the like: close-dangling makes it valid.
 */
import type { History } from '../agent/history.js';
import type { AssistantMessage, Message, OpenOutcome } from '../models/types.js';
import { readContent, readOpenOutcome, type StoredContent, type StoredResult } from './stored-content.js';
import { isObject, type JsonObject, type StoredRecord } from './stored-record.js';

const CONVERSATION = new Set(['user', 'assistant', 'tool_result']);

export function toHistory(chain: readonly StoredRecord[]): History {
  let said: StoredContent[] = [];
  for (const { value } of chain) {
    const compressed = compressedHistory(value);
    const content = CONVERSATION.has(String(value['type']))
      ? withOutcome(readContent(value['message']), value)
      : undefined;
    if (compressed !== undefined) said = withOpenOutcomes(compressed, value['systemPayload']);
    else if (content !== undefined) said.push(content);
  }
  return assemble(said);
}

/** How a call ended stands beside the message, and what of it is unknown: the call itself, and calls that it made in turn. */
function withOutcome(content: StoredContent | undefined, record: JsonObject): StoredContent | undefined {
  const { toolCallResult } = record;
  if (content === undefined) return content;
  if (!isObject(toolCallResult)) return withOpenOutcomes([content], record)[0];
  const { callId, executionStatus, recordId, status } = toolCallResult;
  const openOutcomes = openOutcomesIn(toolCallResult);
  const beside = {
    ...(executionStatus === 'unknown'
      ? { unknown: typeof recordId === 'string' ? { recordId } : {} }
      : (status === 'error' || status === 'cancelled') && ({ ended: status } as const)),
    ...(openOutcomes.length > 0 && { openOutcomes }),
  };
  return { ...content, results: content.results.map((one) => (one.id === callId ? { ...one, ...beside } : one)) };
}

const openOutcomesIn = ({ openOutcomes }: JsonObject): readonly OpenOutcome[] =>
  Array.isArray(openOutcomes) ? openOutcomes.filter(isObject).flatMap(readOpenOutcome) : [];

/** What a compression put in place of all before it: a list of contents somewhere in its payload. */
function compressedHistory({ type, subtype, systemPayload }: JsonObject): readonly StoredContent[] | undefined {
  if (type !== 'system' || subtype !== 'chat_compression' || !isObject(systemPayload)) return undefined;
  for (const value of Object.values(systemPayload)) {
    if (!Array.isArray(value) || value.length === 0) continue;
    const contents = value.map(readContent).filter((content) => content !== undefined);
    if (contents.length === value.length) return contents;
  }
  return undefined;
}

/** The calls of unknown outcome that a compression kept, with the message that tells of them. */
function withOpenOutcomes([first, ...rest]: readonly StoredContent[], payload: unknown): StoredContent[] {
  if (first === undefined) return [];
  const openOutcomes = isObject(payload) ? openOutcomesIn(payload) : [];
  return openOutcomes.length === 0 ? [first, ...rest] : [{ ...first, openOutcomes }, ...rest];
}

function assemble(said: readonly StoredContent[]): History {
  const history: Message[] = [];
  const newId = createIds(said);
  for (const content of said) {
    if (content.fromModel) addAnswer(history, assistantMessage(content, newId));
    else if (content.results.length > 0) addResults(history, content);
    else if (content.texts.length > 0 || content.media.length > 0) history.push(userMessage(content));
  }
  return history;
}

function userMessage({ texts, media, openOutcomes }: StoredContent): Message {
  return {
    role: 'user',
    text: texts.join('\n'),
    ...(media.length > 0 && { media }),
    ...(openOutcomes !== undefined && { openOutcomes }),
  };
}

/** Some releases write text and calls of one answer as records of their own: they are joined again. */
function addAnswer(history: Message[], message: AssistantMessage): void {
  const before = history.at(-1);
  if (before?.role !== 'assistant' || before.toolCalls.length > 0) {
    history.push(message);
    return;
  }
  const { text, reasoning, toolCalls } = message;
  history[history.length - 1] = {
    role: 'assistant',
    text: before.text + text,
    reasoning: before.reasoning + reasoning,
    toolCalls,
  };
}

function assistantMessage({ texts, thoughts, calls, signed }: StoredContent, newId: () => string): AssistantMessage {
  const byId = new Map(
    calls.map(({ id = newId(), name, argumentsJson }) => [id, { id, name, argumentsJson }] as const),
  );
  return {
    role: 'assistant',
    text: texts.join(''),
    reasoning: thoughts.join(''),
    toolCalls: [...byId.values()],
    ...(signed !== undefined && { signed }),
  };
}

/** Ids for calls that have none, unlike any in the file. */
function createIds(said: readonly StoredContent[]): () => string {
  const taken = new Set(said.flatMap(({ calls }) => calls.map(({ id }) => id)));
  let count = 0;
  return () => {
    do count += 1;
    while (taken.has(`call_${count}`));
    return `call_${count}`;
  };
}

/** One message for each result; media belong to the last of them. */
function addResults(history: Message[], { results, media }: StoredContent): void {
  for (const [place, result] of results.entries()) {
    const isLast = place === results.length - 1;
    history.push({
      role: 'tool',
      ...callOf(result, history),
      text: result.text,
      ...(result.ended !== undefined && { ended: result.ended }),
      ...(result.unknown !== undefined && { unknown: result.unknown }),
      ...(result.openOutcomes !== undefined && { openOutcomes: result.openOutcomes }),
      ...(isLast && media.length > 0 && { media }),
    });
  }
}

/** The call that a result answers: by its id, else the first open one of that name. */
function callOf({ id, name }: StoredResult, history: readonly Message[]): { callId: string; name: string } {
  const start = history.findLastIndex(({ role }) => role === 'assistant');
  const message = history[start];
  const calls = message?.role === 'assistant' ? message.toolCalls : [];
  const answered = new Set(history.slice(start + 1).map((after) => (after.role === 'tool' ? after.callId : '')));
  const found = calls.find((call) =>
    id === undefined ? call.name === name && !answered.has(call.id) : call.id === id,
  );
  return { callId: found?.id ?? id ?? '', name: found?.name ?? name };
}
