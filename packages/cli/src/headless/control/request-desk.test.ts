import { expect, it } from 'vitest';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import type { WiredRun } from '../../wire/wire-run.js';
import type { WireRecord } from '../records.js';
import { createRequestDesk } from './request-desk.js';
import { createUsageBook } from './usage-book.js';

function scene(run: Partial<WiredRun> = {}, mayGoOn = false) {
  const emitted: WireRecord[] = [];
  const changes: unknown[] = [];
  let hand = (): void => {};
  const wired = new Promise<WiredRun>((resolve) => (hand = () => resolve(run as WiredRun)));
  const desk = createRequestDesk({
    clock: createFakeClock(0),
    usage: createUsageBook(),
    emit: (record) => emitted.push(record),
    wired: () => wired,
    interrupt: () => changes.push('interrupt'),
    goOn: () => mayGoOn,
  });
  const ask = async (request: Record<string, unknown>): Promise<unknown> => {
    desk.take({ id: 'Q', subtype: String(request['subtype']), request });
    hand();
    await expect.poll(() => emitted.length).toBe(1);
    return emitted[0]?.['response'];
  };
  return { desk, emitted, changes, ask };
}

const success = (response: unknown) => ({ subtype: 'success', request_id: 'Q', response });
const failure = (error: string) => ({ subtype: 'error', request_id: 'Q', error });
const refuses = (): never => {
  throw new QwenError('usage', 'Not here.');
};

it.each<[Record<string, unknown>, Partial<WiredRun>, unknown]>([
  [{ subtype: 'interrupt' }, {}, success({ subtype: 'interrupt' })],
  [{ subtype: 'set_model', model: 'm' }, { setModel: () => {} }, success({ subtype: 'set_model', model: 'm' })],
  [{ subtype: 'set_model', model: 7 }, { setModel: () => {} }, failure('"model" must be text.')],
  [{ subtype: 'set_model', model: 'm' }, { setModel: refuses }, failure('Not here.')],
  [
    { subtype: 'set_effort', effort: 'high' },
    { setEffort: () => {} },
    success({ subtype: 'set_effort', effort: 'high', applied: true, override: null }),
  ],
  [
    { subtype: 'set_permission_mode', mode: 'plan' },
    { setMode: () => {} },
    success({ status: 'updated', mode: 'plan' }),
  ],
  [{ subtype: 'set_permission_mode', mode: 'yolo' }, { setMode: refuses }, failure('Not here.')],
  [
    { subtype: 'set_permission_mode', mode: 'sudo' },
    { setMode: () => {} },
    failure('"mode" must be one of: plan, default, auto-edit, auto, yolo.'),
  ],
  [
    { subtype: 'continue_last_turn' },
    {},
    success({ subtype: 'continue_last_turn', accepted: false, interruption: 'none' }),
  ],
  [{ subtype: 'hook_callback' }, {}, failure('Unknown control request subtype: hook_callback')],
  [{ subtype: 'constructor' }, {}, failure('Unknown control request subtype: constructor')],
])('%j', async (request, run, expected) => {
  expect(await scene(run).ask(request)).toEqual(expected);
});

it('goes on with what was not answered to its end', async () => {
  const response = { subtype: 'continue_last_turn', accepted: true, interruption: 'interrupted_prompt' };
  expect(await scene({}, true).ask({ subtype: 'continue_last_turn' })).toEqual(success(response));
});

it('closes a request that the host withdraws, once', () => {
  const { desk, emitted } = scene();
  desk.take({ id: 'Q', subtype: 'supported_commands', request: {} });
  desk.cancel('Q');
  desk.cancel('Q');
  desk.cancel('other');
  expect(emitted).toEqual([{ type: 'control_response', response: failure('The request was withdrawn.') }]);
});
