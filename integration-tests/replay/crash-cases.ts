/** The ways a connection dies with a call in flight, each for a tool that may be replayed and for one that may not. */
import type { Action, Fault } from '@qwen-code/qwen-code-core/canary/faults.js';
import { ALL, first, READ, REMOTE, SAFE, UPSTREAM_MARKER, type ReplayCase, type Transport } from './case.js';

interface Death {
  readonly title: string;
  readonly on: readonly Transport[];
  readonly then: Action;
  readonly shows?: readonly string[];
  readonly more?: Partial<Fault>;
  readonly faults?: readonly Fault[];
  readonly plan?: ReplayCase['plan'];
}

const html = (status: number): Action => ({
  kind: 'page',
  status,
  type: 'text/html',
  body: `<html><h1>${status} at 10.0.0.7 ${UPSTREAM_MARKER}</h1></html>`,
});

const DEATHS: readonly Death[] = [
  { title: 'exit', on: ALL, then: { kind: 'exit' }, shows: ['B01'] },
  { title: 'exit with code 0', on: ['stdio'], then: { kind: 'exit', code: 0 } },
  { title: 'exit before the effect', on: ALL, then: { kind: 'exit' }, more: { when: 'before-commit' } },
  { title: 'SIGKILL', on: ALL, then: { kind: 'kill' } },
  { title: 'half a frame, then exit', on: ['stdio'], then: { kind: 'half-reply' }, shows: ['B41'] },
  {
    title: 'standard output closed, process alive',
    on: ['stdio'],
    then: { kind: 'close-stdout' },
    shows: ['B42'],
    plan: { outlivesInput: true },
  },
  { title: 'progress, then exit', on: ALL, then: { kind: 'exit' }, more: { progress: 3 }, shows: ['B69'] },
  { title: 'junk, then exit', on: ['stdio'], then: { kind: 'exit' }, more: { junk: [`fatal: ${UPSTREAM_MARKER}`] } },
  { title: 'socket destroyed before headers', on: ['http'], then: { kind: 'destroy' }, shows: ['B12'] },
  { title: 'socket reset before headers', on: ['http'], then: { kind: 'destroy', reset: true }, shows: ['B12'] },
  { title: 'JSON body cut in half', on: ['http'], then: { kind: 'half-reply' }, shows: ['B41'] },
  { title: 'empty body', on: ['http'], then: { kind: 'page', status: 200, type: 'application/json', body: '' } },
  { title: 'event stream ends without the answer', on: ['http'], then: { kind: 'stream-end' }, shows: ['B15'] },
  {
    title: 'event stream ends after an event id, nothing to resume',
    on: ['http'],
    then: { kind: 'stream-end', ids: true },
    plan: { http: { sideStream: 'refuse' } },
    shows: ['B15', 'B17'],
  },
  {
    title: 'event stream cut in the middle of the answer',
    on: ['http'],
    then: { kind: 'stream-break' },
    shows: ['B15'],
  },
  {
    title: 'progress, then the event stream ends',
    on: ['http'],
    then: { kind: 'stream-end' },
    more: { progress: 2 },
    shows: ['B69'],
  },
  { title: 'reply under another id', on: ['http'], then: { kind: 'wrong-id' } },
  {
    title: '401 at the door',
    on: ['http'],
    then: { kind: 'page', status: 401, body: `denied ${UPSTREAM_MARKER}` },
    more: { when: 'before-commit' },
    shows: ['B51'],
  },
  { title: '502 page', on: REMOTE, then: html(502), shows: ['B13'] },
  { title: '504 page', on: ['http'], then: html(504), shows: ['B13'] },
  { title: '524 page', on: ['http'], then: html(524), shows: ['B13'] },
  { title: 'legacy stream cut after the 202', on: ['sse'], then: { kind: 'destroy' }, shows: ['B68'] },
  { title: 'legacy stream ended after the 202', on: ['sse'], then: { kind: 'stream-end' }, shows: ['B68'] },
  { title: 'half an event on the legacy stream', on: ['sse'], then: { kind: 'half-reply' }, shows: ['B41', 'B68'] },
];

const effects = ({ more }: Death): number => (more?.when === 'before-commit' ? 0 : 1);

function rows(death: Death): readonly ReplayCase[] {
  const { title, on, then, more, shows = [], plan = {} } = death;
  const common = { shows, on, faults: first(then, more), plan };
  return [
    { ...common, title: `${title}: unannotated tool`, told: 'unknown', calls: 1, commits: effects(death) },
    {
      ...common,
      title: `${title}: idempotent tool`,
      annotations: SAFE,
      told: 'success',
      calls: 2,
      commits: 1 + effects(death),
    },
  ];
}

/** The answer arrived: a success, whatever became of the connection afterwards. */
const ANSWERED: readonly ReplayCase[] = [
  {
    shows: [],
    title: 'whole reply, then instant exit: success',
    on: ALL,
    faults: first({ kind: 'reply-then-exit' }),
    repairedFirst: true,
    told: 'success',
    calls: 1,
  },
  {
    shows: [],
    title: 'whole reply, then instant exit: success, not replayed though safe',
    on: ALL,
    annotations: SAFE,
    faults: first({ kind: 'reply-then-exit' }),
    repairedFirst: true,
    told: 'success',
    calls: 1,
  },
  {
    shows: ['B17'],
    title: 'answer fetched by Last-Event-ID: delivery, not replay',
    on: ['http'],
    faults: first({ kind: 'resume-later' }),
    told: 'success',
    calls: 1,
  },
];

/** Silence is not a loss: a time limit ends the call, and nothing is sent again. */
const SILENT: readonly ReplayCase[] = [{ kind: 'hang' } as const, { kind: 'endless' } as const].flatMap(
  (then): readonly ReplayCase[] => {
    const on: readonly Transport[] = then.kind === 'hang' ? ALL : ['http'];
    const title = then.kind === 'hang' ? 'no answer at all' : 'an event stream of comments';
    const common = { shows: ['B27'], on, entry: { timeout: 2_000 }, faults: first(then), calls: 1 };
    return [
      { ...common, title: `${title}, unannotated: outcome unknown`, told: 'timed-out' },
      { ...common, title: `${title}, idempotent: not replayed`, annotations: SAFE, told: 'timed-out' },
      { ...common, title: `${title}, read-only: not replayed`, annotations: READ, told: 'timed-out-read' },
    ];
  },
);

/** Later processes of a stdio server fail at once; a remote one is not started again, so its port refuses. */
const gone = {
  faults: [...first({ kind: 'exit' }), ...range(2, 30).map((generation) => refuses(generation))],
  plan: { respawn: 'never' },
} as const;

const NEVER_BACK: readonly ReplayCase[] = [
  { title: 'exit, and every reconnect fails: unannotated tool', told: 'unknown' as const, annotations: undefined },
  { title: 'exit, and every reconnect fails: idempotent tool', told: { lost: 1 }, annotations: SAFE },
].map((row) => ({
  ...row,
  ...gone,
  shows: [],
  on: ALL,
  entry: { discoveryTimeoutMs: 1_500 },
  calls: 1,
  next: { error: 'is unavailable' },
}));

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function refuses(generation: number): Fault {
  return { on: 'initialize', generation, then: { kind: 'exit' } };
}

export const crashCases: readonly ReplayCase[] = [...DEATHS.flatMap(rows), ...ANSWERED, ...SILENT, ...NEVER_BACK];
