import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import quickWidth from './string-width.js';

const EVERY_SIGN = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));

it('says of every sign by itself what the library says', () => {
  expect(EVERY_SIGN.map((sign) => [sign, quickWidth(sign)])).toEqual(
    EVERY_SIGN.map((sign) => [sign, stringWidth(sign)]),
  );
});

const piece = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    ...EVERY_SIGN.slice(0x2000),
    '\u001b[1;31m',
    '\u001b[0m',
    '\u001b[38:2::1:2:3m',
    '\ufe0f',
    '\u200d',
    'e\u0301',
  ),
);
const texts = fc.array(piece).map((parts) => parts.join(''));

it('says of any text what the library says', () => {
  fc.assert(fc.property(texts, (text) => quickWidth(text) === stringWidth(text)));
  fc.assert(
    fc.property(texts, fc.boolean(), fc.boolean(), (text, ambiguousIsNarrow, countAnsiEscapeCodes) => {
      const options = { ambiguousIsNarrow, countAnsiEscapeCodes };
      return quickWidth(text, options) === stringWidth(text, options);
    }),
  );
});
