import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createScriptedServer, type ArrivedCall, type ScriptedServerOptions } from '../../testing/scripted-server.js';
import { TEXT_RESULT } from '../../testing/scripted-transport.js';
import type { ToolArguments, ToolProgress } from '../types.js';
import { startCallStop } from './call-stop.js';
import { directAttempt } from './direct-attempt.js';

/** One attempt over a scripted connection; `arrived` resolves with the call once the server has it. */
async function attempt(
  options: Partial<ScriptedServerOptions> & { idleTimeoutMs?: number; args?: ToolArguments } = {},
) {
  const clock = createFakeClock();
  const user = new AbortController();
  const progress: ToolProgress[] = [];
  let seen: (call: ArrivedCall) => void = () => {};
  const arrived = new Promise<ArrivedCall>((resolve) => {
    seen = resolve;
  });
  const server = createScriptedServer({ epochs: [[{ name: 'pay' }]], play: (call) => seen(call), ...options });
  const live = await server.link.ready(user.signal);
  const stop = startCallStop({ signal: user.signal, deadlineMs: 60_000, clock });
  const run = directAttempt({ live: live!, toolName: 'pay', idleTimeoutMs: options.idleTimeoutMs, clock });
  const outcome = run({ args: options.args ?? { amount: 3 }, stop, onProgress: (step) => progress.push(step) });
  void outcome.then(() => stop.end());
  return { outcome, arrived, progress, clock, user, server };
}

it('asks for progress and hands it on', async () => {
  const { outcome, arrived, progress, clock } = await attempt();
  const call = await arrived;
  call.progress(1, 3);
  call.progress(2);
  await clock.advance(0);
  call.answer();
  expect(await outcome).toEqual({ kind: 'answered', reply: { kind: 'result', result: TEXT_RESULT } });
  expect([call.progressToken, progress]).toEqual([call.id, [{ progress: 1, total: 3 }, { progress: 2 }]]);
});

it('progress seen before the loss does not make it less lost', async () => {
  const { outcome, arrived } = await attempt();
  const call = await arrived;
  const cause = new Error('gone');
  call.progress(1, 3);
  call.loseConnection(cause);
  expect(await outcome).toEqual({ kind: 'lost', reach: 'unanswered', cause });
});

it('a result is a result, whatever the SDK makes of its shape', async () => {
  const { outcome, arrived } = await attempt();
  const result = { content: 'no list', structuredContent: 7, _meta: 3 };
  (await arrived).answer(result);
  expect(await outcome).toEqual({ kind: 'answered', reply: { kind: 'result', result } });
});

it('arguments that can not be written as JSON are a local fault, and nothing left', async () => {
  const { outcome, server } = await attempt({ args: { amount: 3n as unknown as number } });
  expect(await outcome).toEqual({ kind: 'failed', reach: 'unsent', cause: expect.any(TypeError) });
  expect(server.arrived).toEqual([]);
});

it('a connection that is over before the call is lost, unsent', async () => {
  const server = createScriptedServer({ epochs: [[{ name: 'pay' }]], play: () => {} });
  const live = await server.link.ready(new AbortController().signal);
  server.die();
  const clock = createFakeClock();
  const stop = startCallStop({ signal: new AbortController().signal, deadlineMs: 1_000, clock });
  const run = directAttempt({ live: live!, toolName: 'pay', idleTimeoutMs: undefined, clock });
  expect(await run({ args: {}, stop, onProgress: () => {} })).toMatchObject({ kind: 'lost', reach: 'unsent' });
  stop.end();
});

describe('the idle limit', () => {
  const timedOut = { kind: 'timed-out', reach: 'unanswered', idle: true, cause: expect.anything() };

  it('B69 RB-15 ends a call that is silent for too long, and tells the server', async () => {
    const { outcome, arrived, clock, server } = await attempt({ idleTimeoutMs: 5_000 });
    const { id } = await arrived;
    await clock.advance(5_000);
    expect(await outcome).toEqual(timedOut);
    expect(server.cancelled).toEqual([`1:${String(id)}`]);
  });

  it('B69 RB-17 starts again with every progress', async () => {
    const { outcome, arrived, clock } = await attempt({ idleTimeoutMs: 5_000 });
    const call = await arrived;
    for (let second = 0; second < 20; second += 4) {
      await clock.advance(4_000);
      call.progress(second);
      await clock.advance(0);
    }
    call.answer();
    expect(await outcome).toMatchObject({ kind: 'answered' });
  });

  it('B69 progress does not move the deadline', async () => {
    const { outcome, arrived, clock } = await attempt({ idleTimeoutMs: 5_000 });
    const call = await arrived;
    for (let second = 0; second < 60; second += 4) {
      await clock.advance(4_000);
      call.progress(second);
      await clock.advance(0);
    }
    expect(await outcome).toEqual({ ...timedOut, idle: false });
  });

  it('RB-16 stays a timeout although the user cancels right after', async () => {
    const { outcome, arrived, clock, user } = await attempt({ idleTimeoutMs: 5_000 });
    await arrived;
    const waited = clock.advance(5_000).then(() => user.abort());
    expect(await outcome).toEqual(timedOut);
    await waited;
  });

  it.each([undefined, 0])('RB-17 %s is no limit', async (idleTimeoutMs) => {
    const { outcome, arrived, clock } = await attempt(idleTimeoutMs === undefined ? {} : { idleTimeoutMs });
    const call = await arrived;
    await clock.advance(59_999);
    call.answer();
    expect(await outcome).toMatchObject({ kind: 'answered' });
  });
});

it('the SDK’s own timer never ends a call that our clocks let go on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { outcome, arrived } = await attempt();
    const call = await arrived;
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    call.answer();
    expect(await outcome).toMatchObject({ kind: 'answered' });
  } finally {
    vi.useRealTimers();
  }
});

it('leaves no clock running and no listener behind', async () => {
  const { outcome, arrived, clock, user } = await attempt({ idleTimeoutMs: 5_000 });
  (await arrived).answer();
  await outcome;
  await clock.advance(0);
  expect(clock.sleepers).toBe(0);
  user.abort();
  await clock.advance(60_000);
});

it('a cancel after the answer tells the server nothing', async () => {
  const { outcome, arrived, clock, user, server } = await attempt();
  (await arrived).answer();
  await outcome;
  user.abort();
  await clock.advance(60_000);
  expect(server.cancelled).toEqual([]);
});
