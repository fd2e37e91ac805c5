/** Every way a connection dies with a call in flight: once for a tool without annotations, once for one that may repeat. */
import type { Action, Fault } from '../../faults.js';
import { BOTH, type LabCase, type LabTransport } from '../lab-case.js';
import { once, replayed, unknown } from './words.js';

interface Crash {
  readonly name: string;
  readonly title: string;
  readonly on: readonly LabTransport[];
  readonly then: Action;
  readonly more?: Partial<Fault>;
  readonly server?: LabCase['server'];
  /** The process lives on, so that nothing has to be connected again. */
  readonly lives?: true;
}

const HTTP: readonly LabTransport[] = ['http'];
const STDIO: readonly LabTransport[] = ['stdio'];

const page = (status: number, type: string, body: string): Action => ({ kind: 'page', status, type, body });
const html = (status: number): Action =>
  page(status, 'text/html', `<html><h1>${status} from 10.0.0.7, %upstream%</h1></html>`);

const CRASHES: readonly Crash[] = [
  { name: 'exit', title: 'process exit', on: BOTH, then: { kind: 'exit' } },
  { name: 'sigkill', title: 'SIGKILL', on: BOTH, then: { kind: 'kill' } },
  {
    name: 'before-commit',
    title: 'exit before the effect',
    on: BOTH,
    then: { kind: 'exit' },
    more: { when: 'before-commit' },
  },
  { name: 'half-frame', title: 'half of the answer, then exit', on: STDIO, then: { kind: 'half-reply' } },
  {
    name: 'stdout-closed',
    title: 'standard output closed, process alive',
    on: STDIO,
    then: { kind: 'close-stdout' },
    server: { outlivesInput: true },
  },
  {
    name: 'socket-destroyed',
    title: 'socket closed before any header',
    on: HTTP,
    then: { kind: 'destroy' },
    lives: true,
  },
  {
    name: 'socket-reset',
    title: 'socket reset before any header',
    on: HTTP,
    then: { kind: 'destroy', reset: true },
    lives: true,
  },
  { name: 'half-body', title: 'JSON body cut in half', on: HTTP, then: { kind: 'half-reply' }, lives: true },
  { name: 'empty-body', title: 'empty body', on: HTTP, then: page(200, 'application/json', ''), lives: true },
  {
    name: 'stream-end',
    title: 'event stream ends without the answer',
    on: HTTP,
    then: { kind: 'stream-end' },
    lives: true,
  },
  {
    name: 'stream-end-after-id',
    title: 'event stream ends after an event id, nothing to resume',
    on: HTTP,
    then: { kind: 'stream-end', ids: true },
    server: { http: { sideStream: 'refuse' } },
    lives: true,
  },
  {
    name: 'stream-break',
    title: 'event stream cut in the middle of the answer',
    on: HTTP,
    then: { kind: 'stream-break' },
    lives: true,
  },
  { name: 'page-502', title: '502 page of a gateway', on: HTTP, then: html(502), lives: true },
  { name: 'page-504', title: '504 page of a gateway', on: HTTP, then: html(504), lives: true },
  {
    name: 'stale-session',
    title: 'session not found after the effect',
    on: HTTP,
    then: { kind: 'stale' },
    more: { forget: true },
    lives: true,
  },
];

function twins({ name, title, on, then, more, server, lives }: Crash): readonly LabCase[] {
  const isEarly = more?.when === 'before-commit';
  const common = { on, faults: once(then, more), ...(server === undefined ? {} : { server }) };
  return [
    {
      ...common,
      id: `crash/${name}/unsafe`,
      title: `${title}; no annotations`,
      tool: 'increment_then_drop',
      gatesShut: true,
      ...(lives === true ? {} : { toldFirst: true }),
      expect: { ...unknown(1), ...(isEarly ? { state: 'not_committed' } : {}) },
    },
    {
      ...common,
      id: `crash/${name}/safe`,
      title: `${title}; idempotent`,
      tool: 'set_status_then_drop',
      annotations: { idempotentHint: true },
      expect: replayed(2),
    },
  ];
}

export const crashCases: readonly LabCase[] = CRASHES.flatMap(twins);
