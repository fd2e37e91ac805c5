/**
 * Makes a resumed history valid: every call has exactly one result, in the order of the calls. A call that was running when its
 * process died is closed as interrupted, outcome unknown. Pure; nothing is ever run again because of it.
 */
import { repaired, type History } from '../agent/history.js';
import type { ToolCallRequest } from '../models/types.js';
import { interruptedText } from './texts.js';

export interface ClosedHistory {
  readonly history: History;
  /** The open calls at the very end: the ones that an interruption left, in order. */
  readonly interrupted: readonly ToolCallRequest[];
}

export function closeDangling(history: History): ClosedHistory {
  return {
    history: repaired(history, ({ name }) => interruptedText(name)),
    interrupted: openAtTheEnd(history),
  };
}

function openAtTheEnd(history: History): readonly ToolCallRequest[] {
  const place = history.findLastIndex(({ role }) => role !== 'tool');
  const message = history[place];
  if (message?.role !== 'assistant') return [];
  const answered = new Set(history.slice(place + 1).map((after) => (after.role === 'tool' ? after.callId : '')));
  return message.toolCalls.filter(({ id }) => !answered.has(id));
}
