/**
 * Bytes to text and back without losing any: UTF-8 and UTF-16, with or without a byte order mark. Pure.
 * Bytes that are neither are told apart: binary (not for reading as text), or text of another encoding (readable
 * with guesses, never writable).
 */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';

export type Decoded =
  | { readonly kind: 'text'; readonly text: string; readonly encoding: TextEncoding }
  | { readonly kind: 'foreign-text'; readonly text: string }
  | { readonly kind: 'binary' };

const MARKS: readonly { readonly encoding: TextEncoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8-bom', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** How many bytes at the start decide whether a file is binary. */
const SAMPLE_BYTES = 8192;

export function decodeText(data: Buffer): Decoded {
  const mark = MARKS.find(({ bytes }) => bytes.every((byte, at) => data[at] === byte));
  if (mark !== undefined) return decodeMarked(data.subarray(mark.bytes.length), mark.encoding);
  if (looksBinary(data.subarray(0, SAMPLE_BYTES))) return { kind: 'binary' };
  const text = strictly('utf-8', data);
  return text === undefined
    ? { kind: 'foreign-text', text: new TextDecoder('windows-1252').decode(data) }
    : { kind: 'text', text, encoding: 'utf-8' };
}

/** A marked encoding gets exactly one mark, also when the text brings its own. */
export function encodeText(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const marked = text.startsWith('\uFEFF') ? text : `\uFEFF${text}`;
  if (encoding === 'utf-8-bom') return Buffer.from(marked, 'utf8');
  const littleEndian = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16le' ? littleEndian : littleEndian.swap16();
}

/** A NUL, or more than a tenth control characters that no text file holds. */
export function looksBinary(sample: Uint8Array): boolean {
  if (sample.includes(0)) return true;
  let odd = 0;
  for (const byte of sample) if (byte < 0x20 && (byte < 0x07 || byte > 0x0d) && byte !== 0x1b) odd += 1;
  return odd > sample.length / 10;
}

function decodeMarked(body: Buffer, encoding: TextEncoding): Decoded {
  const label = encoding === 'utf-8-bom' ? 'utf-8' : encoding;
  const text = strictly(label, body);
  return text === undefined
    ? { kind: 'foreign-text', text: new TextDecoder(label).decode(body) }
    : { kind: 'text', text, encoding };
}

function strictly(label: string, data: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return undefined;
  }
}
