/** A Streamable HTTP session that the server no longer knows, in every dialect that servers say it in. */
import { first, SAFE, UPSTREAM_MARKER, type ReplayCase } from './case.js';

interface Dialect {
  readonly title: string;
  readonly status: number;
  readonly type?: string;
  readonly body: string;
  readonly shows: readonly string[];
}

const rpc = (code: number, message: string, id = '{{id}}'): string =>
  `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"${message} ${UPSTREAM_MARKER}"}}`;

const JSON_TYPE = 'application/json';

const DIALECTS: readonly Dialect[] = [
  { title: '404 with -32001', status: 404, type: JSON_TYPE, body: rpc(-32001, 'Session not found'), shows: ['B36'] },
  { title: '404 in plain text', status: 404, body: `no session here ${UPSTREAM_MARKER}`, shows: ['B53'] },
  { title: '400 in plain text', status: 400, body: `no valid session ${UPSTREAM_MARKER}`, shows: ['B53'] },
  {
    title: '400 with -32000',
    status: 400,
    type: JSON_TYPE,
    body: rpc(-32000, 'Bad Request: No valid session ID provided', 'null'),
    shows: ['B53'],
  },
  { title: '410', status: 410, body: `gone ${UPSTREAM_MARKER}`, shows: ['B53'] },
  { title: '503', status: 503, body: `unavailable ${UPSTREAM_MARKER}`, shows: ['B53'] },
  {
    title: '200 with -32600',
    status: 200,
    type: JSON_TYPE,
    body: rpc(-32600, 'Invalid session: session has expired'),
    shows: ['B53'],
  },
  { title: '200 with -32001', status: 200, type: JSON_TYPE, body: rpc(-32001, 'Session terminated'), shows: ['B53'] },
];

function rows({ title, shows, ...stale }: Dialect): readonly ReplayCase[] {
  // The session is forgotten while the first call is being served, and again not before the next call comes.
  const common = {
    shows,
    on: ['http'] as const,
    faults: first({ kind: 'stale' }, { forget: true, when: 'before-commit' }),
    plan: { http: { stale } },
  };
  return [
    { ...common, title: `stale session, ${title}: unannotated tool`, told: 'unknown', calls: 1, commits: 0 },
    {
      ...common,
      title: `stale session, ${title}: idempotent tool`,
      annotations: SAFE,
      told: 'success',
      calls: 2,
      commits: 1,
    },
  ];
}

export const sessionCases: readonly ReplayCase[] = [
  ...DIALECTS.flatMap(rows),
  {
    shows: [],
    title: 'the same words from a server without sessions: its own error',
    on: ['http'],
    annotations: SAFE,
    faults: first({ kind: 'error', code: -32001, message: 'Session not found' }),
    plan: { http: { sessions: false } },
    told: { error: 'Session not found' },
    calls: 1,
  },
];
