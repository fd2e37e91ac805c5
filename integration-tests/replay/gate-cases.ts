/**
 * Section 2 of the contract: which declarations open the gates. The server commits and dies before it answers, the first
 * time; a replay is answered.
 */
import { ALL, EXIT, first, type ReplayCase } from './case.js';

type Row = readonly [title: string, annotations: unknown, shows?: readonly string[]];

const REPLAYED: readonly Row[] = [
  ['idempotent', { idempotentHint: true }, ['B02']],
  ['read-only alone', { readOnlyHint: true }, ['B02']],
  ['idempotent and destructive', { idempotentHint: true, destructiveHint: true }, ['B02']],
  ['idempotent, declared not read-only', { idempotentHint: true, readOnlyHint: false }],
  ['read-only, not destructive, idempotent', { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
];

const REFUSED: readonly Row[] = [
  ['no annotations', undefined, ['B01', 'B34']],
  ['not idempotent', { idempotentHint: false }, ['B02']],
  ['read-only and destructive', { readOnlyHint: true, destructiveHint: true }, ['B02']],
  ['read-only and not idempotent', { readOnlyHint: true, idempotentHint: false }, ['B02']],
  [
    'read-only, destructive and idempotent',
    { readOnlyHint: true, destructiveHint: true, idempotentHint: true },
    ['B02'],
  ],
  ['empty annotations', {}, ['B02']],
  ['only openWorldHint: false', { openWorldHint: false }, ['B02']],
  ['only destructiveHint: false', { destructiveHint: false }, ['B02']],
  ['only a title', { title: 'Harmless' }],
];

/** A wrong type anywhere discards the whole block. Other clients reject the whole listing for it. */
const WRONG_TYPES: readonly Row[] = [
  ['idempotentHint as a string', { idempotentHint: 'true' }],
  ['readOnlyHint as a number', { readOnlyHint: 1 }],
  ['a good hint beside a bad one', { idempotentHint: true, openWorldHint: 'no' }],
];

const NOT_TRUSTED: readonly (readonly [title: string, entry: Readonly<Record<string, unknown>>])[] = [
  ['trust: false', { trust: false }],
  ['trust missing', { trust: undefined }],
];

const row = ([title, annotations, shows = []]: Row, told: 'success' | 'unknown'): ReplayCase => ({
  shows,
  title: `${title}: ${told === 'success' ? 'replayed' : 'not replayed'}`,
  on: ALL,
  annotations,
  faults: first(EXIT),
  told,
  calls: told === 'success' ? 2 : 1,
});

export const gateCases: readonly ReplayCase[] = [
  ...REPLAYED.map((declared) => row(declared, 'success')),
  ...REFUSED.map((declared) => row(declared, 'unknown')),
  ...WRONG_TYPES.map((declared): ReplayCase => ({ ...row(declared, 'unknown'), ours: true })),
  ...NOT_TRUSTED.map(([title, entry]): ReplayCase => ({
    ...row([`idempotent, server ${title}`, { idempotentHint: true }, ['B45']], 'unknown'),
    entry,
  })),
];
