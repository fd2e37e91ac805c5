/**
 * How a call ended, read from what the client said of it. Our own texts are compared whole, never searched: a text that is
 * nearly one of them is none. Another binary words its own.
 */
import { MAX_REPLAYS } from '../../tools/mcp-tool/call-with-replay.js';
import { TEXTS, UNKNOWN_OUTCOME_TEXT } from '../../tools/mcp-tool/texts.js';
import type { ToolResult } from '../../tools/types.js';
import { CODES } from '../../tools/mcp-tool/texts.js';
import type { ClientResult } from './lab-case.js';
import type { ManualRetry } from './observation.js';

type Result = ClientResult | 'other';

const OWN_TEXTS: ReadonlyMap<string, ClientResult> = new Map([
  [UNKNOWN_OUTCOME_TEXT, 'unknown'],
  [TEXTS.timedOutUnknown, 'timed_out'],
  [TEXTS.timedOutReadOnly, 'timed_out_read'],
  [TEXTS.cancelledSent, 'cancelled'],
  [TEXTS.connectionLost(MAX_REPLAYS + 1), 'connection_lost'],
]);

const CODE_OF: Readonly<Partial<Record<ClientResult, string>>> = {
  unknown: CODES.unknown,
  timed_out: CODES.timedOut,
  timed_out_read: CODES.timedOut,
  cancelled: CODES.cancelled,
  connection_lost: CODES.connectionLost,
};

/** Of a tool's result in this process: the text and the code beside it have to agree. */
export function resultOfTool({ status, text, code }: ToolResult): Result {
  if (status === 'ok') return 'success';
  const result = OWN_TEXTS.get(text);
  if (result !== undefined) return CODE_OF[result] === code ? result : 'other';
  return code === undefined ? 'tool_error' : 'other';
}

export interface ToldText {
  readonly text: string;
  /** Part of the answer that the server gives when it answers. */
  readonly answer: string;
  /** Part of the tool's own error, where the case has one. */
  readonly toolError: string | undefined;
}

/** Of what a spawned qwen told its model. */
export function resultOfText({ text, answer, toolError }: ToldText, binary: 'own' | 'other'): Result {
  if (text.includes(answer)) return 'success';
  if (toolError !== undefined && text.includes(toolError)) return 'tool_error';
  if (binary === 'own') return OWN_TEXTS.get(text) ?? (UNAVAILABLE.test(text) ? 'unavailable' : 'other');
  return OTHER_WORDS.find(([words]) => words.test(text))?.[1] ?? 'other';
}

/** The record that a refused call names; undefined when the text is not exactly that refusal. */
function frozenRecord(text: string): string | undefined {
  const id = /\(record (\w+)\)/.exec(text)?.[1];
  return id !== undefined && text === TEXTS.frozen(id) ? id : undefined;
}

/** Of an identical call: what was said of it, and the server's counts before it and now. */
export function manualRetry(text: string, calls: { readonly before: number; readonly now: number }): ManualRetry {
  if (calls.now > calls.before) return 'sent';
  return frozenRecord(text) === undefined ? 'failed' : 'blocked';
}

const UNAVAILABLE = /not available|unavailable|not found|no tool|unknown tool/i;

const OTHER_WORDS: readonly (readonly [RegExp, ClientResult])[] = [
  [/may have (been )?completed|outcome (is )?unknown/i, 'unknown'],
  [/timed? ?out|no response/i, 'timed_out'],
  [/not found|not available|not configured|not loaded/i, 'unavailable'],
  [/closed|lost|connect|fetch failed|terminated|error/i, 'connection_lost'],
];
