/**
 * A recorded session as a conversation to go on from. Reads one file and never writes.
 */
import { readFileSync } from 'node:fs';
import type { History } from '../agent/history.js';
import { QwenError } from '../shared/qwen-error.js';
import { closeDangling } from './close-dangling.js';
import { callIn } from './recorded-call.js';
import { display, resultParts, type RecordBody } from './records.js';
import { chainOf, parseLines, type StoredRecord } from './stored-record.js';
import { interruptedCode, interruptedNotice, interruptedText, isMcp } from './texts.js';
import { toHistory } from './to-history.js';
import type { OpenCall, SettleOpenCalls } from './types.js';

export interface ResumedSession {
  readonly history: History;
  /** The results that close the calls which an interruption left open: to be recorded at once. */
  readonly closing: readonly RecordBody[];
  readonly notices: readonly string[];
  readonly parentUuid: string | null;
  readonly endsWhole: boolean;
}

/** Throws QwenError('io') when the file can't be read. */
export async function resumeSession(file: string, id: string, settle: SettleOpenCalls): Promise<ResumedSession> {
  const { records, endsWhole } = parseLines(readWhole(file));
  const chain = chainOf(records);
  const { history, interrupted } = closeDangling(toHistory(chain));
  const askedAt = timeOfLastAnswer(chain);
  const calls = interrupted.map(({ id: callId, name: tool }): OpenCall => {
    return { callId, tool, args: callIn(chain, callId)?.args ?? {}, askedAt };
  });
  const open = calls.filter(({ tool }) => isMcp(tool));
  const recordIds = open.length === 0 ? NO_RECORDS : await settle(id, open);
  const named = calls.map((call) => ({ ...call, recordId: recordIds.get(call.callId) }));
  return {
    history: withRecords(history, recordIds),
    closing: named.map(closingRecord),
    notices: named.length === 0 ? [] : [interruptedNotice(named)],
    parentUuid: chain.findLast(({ uuid }) => uuid !== undefined)?.uuid ?? null,
    endsWhole,
  };
}

/** The last results are those of the calls that were interrupted. */
function withRecords(history: History, recordIds: ReadonlyMap<string, string>): History {
  if (recordIds.size === 0) return history;
  const start = history.findLastIndex(({ role }) => role !== 'tool');
  return history.map((message, place) => {
    const recordId = message.role === 'tool' && place > start ? recordIds.get(message.callId) : undefined;
    return recordId === undefined || message.role !== 'tool' ? message : { ...message, unknown: { recordId } };
  });
}

const NO_RECORDS: ReadonlyMap<string, string> = new Map();

/** Empty where the record does not tell: then no call can be told from another one with the same id. */
function timeOfLastAnswer(chain: readonly StoredRecord[]): string {
  const timestamp = chain.findLast(({ value }) => value['type'] === 'assistant')?.value['timestamp'];
  return typeof timestamp === 'string' ? timestamp : '';
}

interface NamedCall extends OpenCall {
  readonly recordId: string | undefined;
}

function closingRecord({ callId, tool, recordId }: NamedCall): RecordBody {
  const text = interruptedText(tool);
  return {
    type: 'tool_result',
    provenance: 'tool',
    message: { role: 'user', parts: resultParts({ id: callId, name: tool }, { text }) },
    toolCallResult: {
      callId,
      status: 'error',
      resultDisplay: display(text),
      executionStatus: 'unknown',
      code: interruptedCode(tool),
      ...(recordId !== undefined && { recordId }),
    },
  };
}

function readWhole(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new QwenError('io', "The session's file can't be read; run again with --debug for the cause.", error);
  }
}
