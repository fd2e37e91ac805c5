import { appendFileSync, chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WiredRun } from '../../wire/wire-run.js';
import { followFile } from './follow-file.js';
import { hearLine } from './hear-line.js';
import { mirrored } from './mirror.js';
import { openSink } from './open-sink.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

const ports = { clock: systemClock, warn: (): void => {} };

describe('records', () => {
  it('are added to a file of the user alone', async () => {
    const file = `${temp.root}/out.jsonl`;
    writeFileSync(file, 'before\n');
    chmodSync(file, 0o644);
    const sink = openSink({ jsonFd: undefined, jsonFile: file }, ports);
    sink?.write('{}\n');
    await sink?.close();
    expect(readFileSync(file, 'utf8')).toBe('before\n{}\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['a descriptor that is not open', () => openSink({ jsonFd: 999, jsonFile: undefined }, ports), /999 .* not open/],
    ['a folder that is not there', () => openSink({ jsonFd: undefined, jsonFile: '/nowhere/x' }, ports), /ENOENT/],
  ])('have no place in %s', (_name, open, shown) => {
    expect(open).toThrow(shown);
  });
});

it('tells a message, what follows from it, and its result', () => {
  const written: string[] = [];
  const recorded: string[] = [];
  const session = { sessionId: 'S', model: 'm', cwd: '/p', permissionMode: 'default' };
  const { user, event } = mirrored(
    { user: () => void recorded.push('user'), event: ({ type }) => void recorded.push(type) },
    {
      wired: { session: () => session, hasEffects: () => true } as unknown as WiredRun,
      clock: createFakeClock(),
      write: (text) => void written.push(text),
    },
  );
  const end = (outcome: Extract<AgentEvent, { type: 'end' }>['outcome']): AgentEvent => ({ type: 'end', outcome });
  user('hi', undefined);
  event(end({ kind: 'completed', text: 'Hello.' }), 'm');
  event(end({ kind: 'cancelled' }), 'm');
  const records = written.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.map(({ type, subtype = '' }) => `${String(type)} ${String(subtype)}`.trim())).toEqual([
    'system init',
    'stream_event',
    'user',
    'result success',
    'system init',
    'stream_event',
    'result error_during_execution',
  ]);
  expect(records[2]).toMatchObject({ session_id: 'S', message: { role: 'user', content: 'hi' } });
  expect(recorded).toEqual(['user', 'end', 'end']);
});

it('follows a file, whole lines alone', async () => {
  const clock = createFakeClock();
  const file = `${temp.root}/in.jsonl`;
  const lines: string[] = [];
  const stop = followFile(file, clock, (line) => lines.push(line));
  writeFileSync(file, 'one\ntw');
  await clock.advance(200);
  expect(lines).toEqual(['one']);
  appendFileSync(file, 'o\nthree\n');
  await clock.advance(200);
  expect(lines).toEqual(['one', 'two', 'three']);
  stop();
  appendFileSync(file, 'four\n');
  await clock.advance(1_000);
  expect(lines).toHaveLength(3);
});

it.each<[string, unknown, unknown[]]>([
  ['words', { type: 'user', message: { role: 'user', content: 'hi' } }, [['say', 'hi', 'now']]],
  [
    'an interrupt',
    { type: 'control_request', request_id: 'r', request: { subtype: 'interrupt' } },
    [['stop'], ['emit', 'success']],
  ],
  [
    'what a person decides',
    { type: 'control_request', request_id: 'r', request: { subtype: 'set_permission_mode', mode: 'yolo' } },
    [['emit', 'error']],
  ],
  ['an answer to a question', { type: 'control_response', response: { subtype: 'success', request_id: 'q' } }, []],
  ['nonsense', [], [['warn']]],
])('hears %s', (_name, line, expected) => {
  const heard: unknown[] = [];
  hearLine(JSON.stringify(line), {
    controller: { say: (...said) => void heard.push(['say', ...said]), stop: () => heard.push(['stop']) > 0 },
    emit: ({ response }) => void heard.push(['emit', (response as { subtype: string }).subtype]),
    warn: () => void heard.push(['warn']),
  });
  expect(heard).toEqual(expected);
});
