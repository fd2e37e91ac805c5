/** A cancel and the death of the server at the same time, both orders; afterwards the same process goes on working. */
import { TEXTS } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInitialize } from '../replay/play-cases.js';
import { SAFE, toolsWith, type Path, type Transport } from '../replay/case.js';
import { callTool, createCoreStage, type CoreStage } from '../support/core-stage.js';

let stage: CoreStage;
beforeAll(async () => {
  stage = await createCoreStage();
});
afterAll(() => stage.close());

const CANCELLED = { status: 'cancelled', code: 'cancelled', text: TEXTS.cancelledSent, outcomeUnknown: true } as const;

const rows = (['stdio', 'http'] as const).flatMap((transport) =>
  (['direct', 'callable'] as const).flatMap((path) =>
    (
      [
        ['unannotated', undefined],
        ['idempotent', SAFE],
      ] as const
    ).map(([declared, annotations]) => [declared, transport, path, annotations] as const),
  ),
);

/** A call that the server has committed and will not answer. */
async function inFlight(name: string, transport: Transport, path: Path, annotations: unknown) {
  const canary = await stage.canary(name, {
    transport,
    tools: toolsWith(annotations),
    faults: [
      { tool: 'act', generation: 1, then: { kind: 'hang' } },
      { on: 'initialize', generation: 2, pause: { gate: 'back' }, then: { kind: 'reply' } },
    ],
  });
  const manager = await stage.start([{ canary, entry: { progress: path === 'direct' } }]);
  const cancel = new AbortController();
  const call = callTool(manager, name, 'act', { signal: cancel.signal });
  await canary.waitFor((event) => event.event === 'commit');
  const kill = (): void => {
    process.kill(canary.pids()[0]!, 'SIGKILL');
  };
  const end = async () => {
    // The loss was noticed, with no call in flight: it is being repaired.
    await canary.waitFor(isInitialize(2));
    await canary.openGate('back');
    const next = await callTool(manager, name, 'other');
    await manager.stop();
    await canary.stop();
    return { next: next.text, acts: canary.counts('act').invocations };
  };
  return { canary, cancel, call, kill, end };
}

const SENT_ONCE = { next: 'other done, 1 in all', acts: 1 };

describe('B25 cancel and death', () => {
  it.each(rows)(
    '%s tool over %s, %s path: cancelled, then the server dies',
    async (declared, transport, path, annotations) => {
      const { cancel, call, kill, end } = await inFlight(
        `first-${declared}-${transport}-${path}`,
        transport,
        path,
        annotations,
      );
      cancel.abort();
      kill();
      expect(await call).toEqual(CANCELLED);
      expect(await end()).toEqual(SENT_ONCE);
    },
  );

  it.each(rows)(
    '%s tool over %s, %s path: the server dies, then cancelled',
    async (declared, transport, path, annotations) => {
      const { cancel, call, kill, end } = await inFlight(
        `last-${declared}-${transport}-${path}`,
        transport,
        path,
        annotations,
      );
      kill();
      cancel.abort();
      expect(await call).toEqual(CANCELLED);
      expect(await end()).toEqual(SENT_ONCE);
    },
  );

  it.each(rows.filter(([declared]) => declared === 'idempotent'))(
    '%s tool over %s, %s path: cancelled while its replay waits for the server',
    async (_declared, transport, path, annotations) => {
      const { canary, cancel, call, kill, end } = await inFlight(
        `waiting-${transport}-${path}`,
        transport,
        path,
        annotations,
      );
      kill();
      await canary.waitFor(isInitialize(2));
      cancel.abort();
      expect(await call).toEqual(CANCELLED);
      expect(await end()).toEqual(SENT_ONCE);
    },
  );

  it.each(rows)(
    '%s tool over %s, %s path: cancelled on a living server, which is told',
    async (declared, transport, path, annotations) => {
      const { canary, cancel, call } = await inFlight(
        `alive-${declared}-${transport}-${path}`,
        transport,
        path,
        annotations,
      );
      cancel.abort();
      expect(await call).toEqual(CANCELLED);
      const [sent] = canary.events().flatMap((event) => (event.event === 'call' ? [event.id] : []));
      await canary.waitFor(
        (event) =>
          event.event === 'notification' && event.method === 'notifications/cancelled' && event.requestId === sent,
      );
      expect(canary.counts()).toMatchObject({ invocations: 1, starts: 1 });
    },
  );
});
