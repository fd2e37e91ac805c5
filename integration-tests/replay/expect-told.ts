/** Holds one told text against what it must be. Our own texts are compared whole; another binary may word its own. */
import { TEXTS, UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { expect } from 'vitest';
import { isPeer } from '../support/binary.js';
import { ARGUMENT_MARKER, UPSTREAM_MARKER, type Told } from './case.js';

/** Anything that would give away where or how the connection broke. */
const LEAKS = [
  UPSTREAM_MARKER,
  ARGUMENT_MARKER,
  'ECONN',
  'EPIPE',
  'socket',
  'fetch failed',
  '127.0.0.1',
  '<html',
  '/canaries/',
];

export function expectTold(text: string, told: Told, tool: string): void {
  if (told === 'success') {
    expect(text).toContain(`${tool} done, `);
    return;
  }
  if (typeof told === 'object' && 'error' in told) {
    expect(text).toContain(told.error);
    return;
  }
  if (isPeer) expect(text).toMatch(PEER_WORDS[typeof told === 'object' ? 'lost' : told]);
  else expect(text).toBe(ownText(told));
  if (isPeer && told !== 'unknown') return;
  for (const leak of LEAKS) expect(text).not.toContain(leak);
}

type Failure = Exclude<Told, 'success' | { readonly error: string }>;

function ownText(told: Failure): string {
  if (typeof told === 'object') return TEXTS.connectionLost(told.lost);
  if (told === 'unknown') return UNKNOWN_OUTCOME_TEXT;
  return told === 'timed-out' ? TEXTS.timedOutUnknown : TEXTS.timedOutReadOnly;
}

const PEER_WORDS = {
  unknown: /may have (been )?completed/i,
  lost: /closed|lost|connect|fetch failed|terminated|error/i,
  'timed-out': /timed? ?out|unknown/i,
  'timed-out-read': /timed? ?out/i,
} as const;
