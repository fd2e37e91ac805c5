/**
 * The content blocks of an MCP result as text and media (MCP specification, server/tools, Tool Result). Pure.
 * A block of an unknown kind, or one that lacks what its kind needs, becomes a note; nothing here ever throws.
 */
import type { MediaPart } from '../../models/types.js';

export interface Rendered {
  /** One entry a block, in the server's order. */
  readonly texts: readonly string[];
  readonly media: readonly MediaPart[];
}

interface Piece {
  readonly text: string;
  readonly media?: MediaPart;
}

type Block = Readonly<Record<string, unknown>>;

const BLOCKS: ReadonlyMap<string, (block: Block) => Piece | undefined> = new Map([
  ['text', ({ text }) => (typeof text === 'string' ? { text } : undefined)],
  ['image', (block) => media('image', block)],
  ['audio', (block) => media('audio', block)],
  ['resource', ({ resource }) => (isObject(resource) ? embedded(resource) : undefined)],
  ['resource_link', link],
]);

export function renderContent(content: readonly unknown[]): Rendered {
  const pieces = content.map(renderBlock);
  return {
    texts: pieces.map(({ text }) => text),
    media: pieces.flatMap(({ media: part }) => (part === undefined ? [] : [part])),
  };
}

function renderBlock(block: unknown): Piece {
  if (!isObject(block)) return { text: '[content that is no MCP content block]' };
  const type = word(block['type']);
  const render = BLOCKS.get(type);
  if (render === undefined) return { text: `[content of a kind that is not known: ${type}]` };
  return render(block) ?? { text: `[${type} content without its data]` };
}

function media(kind: MediaPart['kind'], { data, mimeType }: Block): Piece | undefined {
  if (typeof data !== 'string' || typeof mimeType !== 'string') return undefined;
  return { text: `[${kind}: ${word(mimeType)}, ${bytesOf(data)} bytes]`, media: { kind, data, mimeType } };
}

/** Text stands for itself; a blob that is an image or a sound is shown as one; any other blob is named. */
function embedded({ uri, mimeType, text, blob }: Block): Piece | undefined {
  if (typeof text === 'string') return { text };
  if (typeof blob !== 'string') return undefined;
  const kind = (['image', 'audio'] as const).find((prefix) => String(mimeType).startsWith(`${prefix}/`));
  if (kind !== undefined) return media(kind, { data: blob, mimeType });
  const type = typeof mimeType === 'string' ? word(mimeType) : 'binary';
  return { text: `[resource ${String(uri)}: ${type}, ${bytesOf(blob)} bytes]` };
}

function link({ uri, title, name, description }: Block): Piece | undefined {
  if (typeof uri !== 'string') return undefined;
  const label = [title, name].find((value): value is string => typeof value === 'string' && value !== '') ?? 'untitled';
  const about = typeof description === 'string' && description !== '' ? ` (${description})` : '';
  return { text: `Resource Link: ${label} at ${uri}${about}` };
}

const isObject = (value: unknown): value is Block => typeof value === 'object' && value !== null;

/** A server's own word, kept short. */
const word = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : `a ${typeof value}`);

const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
