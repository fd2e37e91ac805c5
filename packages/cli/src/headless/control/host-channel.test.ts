import { expect, it } from 'vitest';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { createHostChannel } from './host-channel.js';

function scene() {
  const emitted: unknown[] = [];
  const clock = createFakeClock();
  let ids = 0;
  const channel = createHostChannel({
    clock,
    emit: (record) => emitted.push(record),
    newId: () => `P${(ids += 1)}`,
  });
  return { emitted, clock, channel };
}

const ASKED = { type: 'control_request', request_id: 'P1', request: { subtype: 'x' } };
const WITHDRAWN = { type: 'control_cancel_request', request_id: 'P1' };

it('holds requests back until the host has its own answer', async () => {
  const { emitted, channel } = scene();
  void channel.ask({ subtype: 'x' });
  expect(emitted).toEqual([]);
  channel.open();
  expect(emitted).toEqual([ASKED]);
});

it('settles once, and ignores what comes later', async () => {
  const { emitted, clock, channel } = scene();
  channel.open();
  const asked = channel.ask({ subtype: 'x' }, { limitMs: 1_000 });
  channel.settle('other', { kind: 'failed' });
  channel.settle('P1', { kind: 'answer', response: 1 });
  channel.settle('P1', { kind: 'answer', response: 2 });
  expect(await asked).toEqual({ kind: 'answer', response: 1 });
  await clock.advance(1_000);
  expect(emitted).toEqual([ASKED]);
});

it('withdraws a request that takes too long', async () => {
  const { emitted, clock, channel } = scene();
  channel.open();
  const asked = channel.ask({ subtype: 'x' }, { limitMs: 1_000 });
  await clock.advance(999);
  expect(emitted).toEqual([ASKED]);
  await clock.advance(1);
  channel.settle('P1', { kind: 'answer', response: 'late' });
  expect([await asked, emitted]).toEqual([{ kind: 'late' }, [ASKED, WITHDRAWN]]);
});

it('withdraws a request that nobody waits for any more', async () => {
  const { emitted, channel } = scene();
  channel.open();
  const abort = new AbortController();
  const asked = channel.ask({ subtype: 'x' }, { signal: abort.signal });
  abort.abort();
  expect([await asked, emitted]).toEqual([{ kind: 'cancelled' }, [ASKED, WITHDRAWN]]);
  expect(await channel.ask({ subtype: 'x' }, { signal: abort.signal })).toEqual({ kind: 'cancelled' });
  expect(emitted).toHaveLength(2);
});

it('ends what is open when no answer can come, and asks no more', async () => {
  const { emitted, channel } = scene();
  channel.open();
  const asked = channel.ask({ subtype: 'x' });
  channel.close();
  expect([await asked, await channel.ask({ subtype: 'y' }), channel.gone.aborted]).toEqual([
    { kind: 'gone' },
    { kind: 'gone' },
    true,
  ]);
  expect(emitted).toEqual([ASKED]);
});
