/** What opens the gates and what keeps them shut: the server commits, then dies before it answers, the first time. */
import { BOTH, type LabCase } from '../lab-case.js';
import { dies, once, replayed, unknown } from './words.js';

type Declared = readonly [name: string, title: string, annotations: unknown];

const UNSAFE: readonly Declared[] = [
  ['missing', 'no annotations', undefined],
  ['empty', 'empty annotations', {}],
  ['not-idempotent', 'declared not idempotent', { idempotentHint: false }],
  ['read-only-destructive', 'read-only, yet destructive', { readOnlyHint: true, destructiveHint: true }],
  ['read-only-not-idempotent', 'read-only, yet not idempotent', { readOnlyHint: true, idempotentHint: false }],
  [
    'read-only-destructive-idempotent',
    'read-only and idempotent, yet destructive',
    { readOnlyHint: true, destructiveHint: true, idempotentHint: true },
  ],
];

const unsafe = { on: BOTH, tool: 'increment_then_drop', faults: once(dies), expect: unknown(1) } as const;
const SHUT = { gatesShut: true, toldFirst: true } as const;
const IDEMPOTENT = { idempotentHint: true };

export const gateCases: readonly LabCase[] = [
  ...UNSAFE.map(([name, title, annotations]): LabCase => ({
    ...unsafe,
    id: `unsafe/${name}`,
    title,
    annotations,
    ...SHUT,
  })),
  {
    ...unsafe,
    id: 'unsafe/untrusted-server',
    title: 'idempotent, but the server is not trusted',
    annotations: IDEMPOTENT,
    untrusted: 'server',
    ...SHUT,
  },
  {
    ...unsafe,
    id: 'unsafe/untrusted-workspace',
    title: 'idempotent, but the folder loses its trust while the call is out',
    annotations: IDEMPOTENT,
    move: { when: 'committed', act: 'distrust-workspace' },
    expect: { ...unknown(1), lookup: 'none' },
    ownOnly: 'it has to read trust afresh during the call',
  },
  {
    ...unsafe,
    id: 'unsafe/never-trusted-workspace',
    title: 'in a folder that is not trusted no server is started',
    annotations: IDEMPOTENT,
    untrusted: 'workspace',
    expect: { calls: 0, state: 'not_committed', client: 'unavailable', handshakes: 0, lookup: 'none' },
  },
  {
    id: 'safe/idempotent',
    title: 'idempotent',
    on: BOTH,
    tool: 'set_status_then_drop',
    annotations: IDEMPOTENT,
    faults: once(dies),
    expect: replayed(2),
  },
  {
    id: 'safe/read-only',
    title: 'read-only',
    on: BOTH,
    tool: 'lookup',
    annotations: { readOnlyHint: true },
    faults: once(dies),
    expect: { ...replayed(2), state: 'unchanged' },
  },
  {
    id: 'safe/idempotent-destructive',
    title: 'idempotent and destructive',
    on: BOTH,
    tool: 'set_status_then_drop',
    annotations: { idempotentHint: true, destructiveHint: true },
    faults: once(dies),
    expect: replayed(2),
  },
];
