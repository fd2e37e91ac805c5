/**
 * Whether an API refused a request because it was longer than the model takes. Some say so in a code; most only in words,
 * and nothing but a shorter request follows from it.
 */
import type { QwenError } from '../shared/qwen-error.js';

const CODES: ReadonlySet<unknown> = new Set(['context_length_exceeded', 'string_above_max_length']);
const WORDS =
  /maximum context length|context (?:length|window|size)|prompt is too long|too many tokens|range of input length|input token count|exceeds? the (?:maximum|available|model)/i;

export function isTooLong({ code, cause }: QwenError): boolean {
  if (code !== 'model-api' || typeof cause !== 'object' || cause === null) return false;
  const { status, code: apiCode, message } = cause as Readonly<Record<string, unknown>>;
  if (CODES.has(apiCode)) return true;
  return (status === 400 || status === 413) && typeof message === 'string' && WORDS.test(message);
}
