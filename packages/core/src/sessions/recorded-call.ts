/**
 * The arguments of a call that was made, out of the recording of its session: the outcome journal keeps none. Reads only.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { ToolArguments } from '../tools/types.js';
import { chatsDir, isSessionId, sessionFile } from './session-files.js';
import { readContent } from './stored-content.js';
import { isObject, parseLines, type JsonObject, type StoredRecord } from './stored-record.js';

export interface RecordedCallQuestion {
  /** Root of run-time data. */
  readonly runtimeDir: string;
  /** The absolute working directory of the session. */
  readonly cwd: string;
  readonly session: string;
  /** The model's id of the call. */
  readonly callId: string;
  /** ISO 8601: when the call was about to leave. An id may be used again later, and may have been used before. */
  readonly at: string;
}

export interface RecordedCall {
  /** The name that the model called the tool by. */
  readonly tool: string;
  /** What it ran with: the model's arguments, or those that whoever approved it put in their place. */
  readonly args: ToolArguments;
}

/** Undefined when the session was not recorded, or holds no such call. Throws what the file system throws. */
export function findRecordedCall(question: RecordedCallQuestion): RecordedCall | undefined {
  const { runtimeDir, cwd, session, callId, at } = question;
  const file = sessionFile(chatsDir(runtimeDir, cwd), session);
  if (!isSessionId(session) || !existsSync(file)) return undefined;
  const { records } = parseLines(readFileSync(file, 'utf8'));
  return callIn(
    records.filter(({ value }) => typeof value['timestamp'] !== 'string' || value['timestamp'] <= at),
    callId,
  );
}

/** The last call of this id among the records. */
export function callIn(records: readonly StoredRecord[], callId: string): RecordedCall | undefined {
  const isAsked = ({ value }: StoredRecord): boolean =>
    value['type'] === 'assistant' && call(value, callId) !== undefined;
  const place = records.findLastIndex(isAsked);
  const asked = call(records[place]?.value ?? {}, callId);
  if (asked === undefined) return undefined;
  const approved = records
    .slice(place)
    .map(({ value }) => approvedArguments(value, callId))
    .findLast((args) => args !== undefined);
  return { tool: asked.name, args: approved ?? parsed(asked.argumentsJson) };
}

const call = ({ message }: JsonObject, callId: string): { name: string; argumentsJson: string } | undefined =>
  readContent(message)?.calls.find(({ id }) => id === callId);

function approvedArguments({ subtype, systemPayload }: JsonObject, callId: string): ToolArguments | undefined {
  if (subtype !== 'approved_arguments' || !isObject(systemPayload) || systemPayload['callId'] !== callId)
    return undefined;
  return isObject(systemPayload['args']) ? systemPayload['args'] : undefined;
}

function parsed(json: string): ToolArguments {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
