/**
 * Text that somebody is to decide on: nothing in it acts on the terminal, and nothing in it is hidden either. What would be
 * unseen stands there by its number, a tab is spaces. Pure. For text that is only read there is safeText.
 */
const UNSEEN =
  /(?!\n)\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/gu;

export const visibleText = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .replace(/\t/g, '    ')
    .replace(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
