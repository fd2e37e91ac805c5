/**
 * Keeps the results of one assistant message together within a number of characters: what is too long for what the results
 * before it left over is cut in the middle. Never cuts a result that tells of an unknown outcome or is a typed error.
 */
import { limitText } from '../shared/text-limit.js';
import type { FinishedCall } from './types.js';

/** Each result is worth so many characters, however long those before it were. */
const AT_LEAST = 2_000;

/** The returned function takes the results in their order. `maxChars` undefined or not above zero: no limit. */
export function createBatchOutput(maxChars: number | undefined): (call: FinishedCall) => FinishedCall {
  let left = maxChars === undefined || maxChars <= 0 ? Infinity : maxChars;
  return (call) => {
    const { text, code, outcomeUnknown } = call.result;
    const room = Math.max(left, AT_LEAST);
    left -= Math.min(text.length, room);
    if (text.length <= room || code !== undefined || outcomeUnknown === true) return call;
    const { text: shown } = limitText(text, { maxChars: room, maxLines: room });
    return { ...call, result: { ...call.result, text: `${shown}\n\n${NOTE}` } };
  };
}

const NOTE = '[Cut: the results of this message are too long together. Ask for less at a time.]';
