/**
 * What a file is, by its first bytes: names lie. Pure.
 */
export type MediaKind = { readonly kind: 'image'; readonly mimeType: string } | { readonly kind: 'pdf' };

const SIGNATURES: readonly { readonly at: number; readonly bytes: string; readonly is: MediaKind }[] = [
  { at: 0, bytes: '\x89PNG\r\n\x1a\n', is: { kind: 'image', mimeType: 'image/png' } },
  { at: 0, bytes: '\xff\xd8\xff', is: { kind: 'image', mimeType: 'image/jpeg' } },
  { at: 0, bytes: 'GIF87a', is: { kind: 'image', mimeType: 'image/gif' } },
  { at: 0, bytes: 'GIF89a', is: { kind: 'image', mimeType: 'image/gif' } },
  { at: 8, bytes: 'WEBP', is: { kind: 'image', mimeType: 'image/webp' } },
  { at: 0, bytes: '%PDF-', is: { kind: 'pdf' } },
];

export function mediaKind(data: Buffer): MediaKind | undefined {
  const start = data.toString('latin1', 0, 16);
  return SIGNATURES.find(({ at, bytes }) => start.startsWith(bytes, at))?.is;
}
