/**
 * Text of somebody else's, fit to be printed on one line: no terminal control, no line ends, nothing that is invisible
 * or turns the direction of what follows. Pure; not for text that is compared or sent.
 */
import { stripVTControlCharacters } from 'node:util';

/** Direction marks and overrides, zero-width signs, and the tag characters that hide text in text. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

export const printableText = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(UNSEEN, '');

/** A JSON value with every text and key in it made printable. Deep values end as they do in JSON: the caller bounds them. */
export function printableJson(value: unknown): unknown {
  if (typeof value === 'string') return printableText(value);
  if (Array.isArray(value)) return value.map(printableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [printableText(key), printableJson(item)]));
}
