/** What is remembered of an accepted tool: digests of schema and annotations, and the annotations themselves to read. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../journal/canonical-json.js';
import type { DiscoveredTool } from '../types.js';
import type { AcceptedTool } from './file-schema.js';

const DIGEST = 'sha256:';
/** Longer annotations are remembered by their digest and their hints alone. */
const MOST_CHARS = 2_000;

export function fingerprint({ inputSchema, annotations }: DiscoveredTool): AcceptedTool {
  return {
    schema: digestOf(inputSchema),
    annotationsDigest: digestOf(annotations ?? null),
    ...(annotations === undefined ? {} : { annotations: bounded(annotations) }),
  };
}

/** A value that can't be digested is never the same as another. */
export const isSameDigest = (one: string, other: string): boolean => one === other && one.startsWith(DIGEST);

function digestOf(value: unknown): string {
  try {
    return DIGEST + createHash('sha256').update(canonicalJson(value)).digest('hex');
  } catch {
    // Nested too deeply to be written down.
    return 'none';
  }
}

function bounded(annotations: unknown): unknown {
  try {
    if (JSON.stringify(annotations).length <= MOST_CHARS) return annotations;
  } catch {
    // As too long.
  }
  return hintsAsSent(annotations);
}

export const HINT_NAMES = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
export type HintName = (typeof HINT_NAMES)[number];

/** The hints that are there: true, false, or the name of a type that is wrong. Pure. */
export type SentHints = Partial<Record<HintName, boolean | string>>;

export function hintsAsSent(annotations: unknown): SentHints {
  if (typeof annotations !== 'object' || annotations === null || Array.isArray(annotations)) return {};
  const sent: SentHints = {};
  for (const name of HINT_NAMES) {
    if (!Object.hasOwn(annotations, name)) continue;
    const value: unknown = (annotations as Record<string, unknown>)[name];
    sent[name] = typeof value === 'boolean' ? value : typeName(value);
  }
  return sent;
}

export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
