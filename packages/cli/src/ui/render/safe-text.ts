/**
 * Text of a model, a tool or a server, fit to be printed on several lines: no terminal control, no hidden signs, tabs as
 * spaces, line ends as line feeds. Pure. For one line there is printableText in core.
 */
import { stripVTControlCharacters } from 'node:util';

const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2061-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const PLAIN = /^[\n\x20-\x7e]*$/;

export const safeText = (text: string): string =>
  PLAIN.test(text)
    ? text
    : stripVTControlCharacters(text)
        .replace(/\r\n?/g, '\n')
        .replace(/\t/g, '    ')
        .replace(/(?!\n)\p{Cc}/gu, '')
        .replace(/\p{Cs}/gu, '\ufffd')
        .replace(UNSEEN, '');
