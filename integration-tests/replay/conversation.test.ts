/** Whole conversations around a lost call: what the model may do next, and that it can. */
import { UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { callTools, say, type ScriptedCall, type Step } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { living } from '../support/processes.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';
import { always, EXIT, first, SAFE, toolsWith, type Transport } from './case.js';
import { expectTold } from './expect-told.js';
import { isInitialize } from './play-cases.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const act = (key: string, more: Partial<ScriptedCall> = {}): ScriptedCall => ({
  name: 'mcp__srv__act',
  args: { key },
  ...more,
});
const other = (key: string): ScriptedCall => ({ name: 'mcp__srv__other', args: { key } });
const lookup: ScriptedCall = { name: 'mcp__srv__lookup', args: {} };

/** Plays these turns against the servers of this stage; what the model was told, in order. */
async function converse(servers: Readonly<Record<string, unknown>>, turns: readonly Step[]) {
  await stage.settle(servers);
  const model = await stage.play([...turns, say('done')]);
  const run = await runQwen(stage.home, { model });
  expect(run).toMatchObject({ exitCode: 0, stdout: 'done\n' });
  return { model, run, told: model.toolMessages().map(({ text }) => text) };
}

describe.runIf(!isPeer)('B52 recovery reaches the model', () => {
  it.each<Transport>(['stdio', 'http', 'sse'])(
    '%s: every later request offers the tools, every later call is served',
    async (transport) => {
      const canary = await stage.canary('srv', { transport, tools: toolsWith(undefined), faults: first(EXIT) });
      const { model, told } = await converse({ srv: { ...canary.entry, trust: true } }, [
        callTools(act('a')),
        callTools(other('b')),
        callTools(lookup),
        callTools(act('c')),
      ]);
      expect(told).toEqual([
        UNKNOWN_OUTCOME_TEXT,
        'other done, 1 in all',
        '{"counter":0,"statuses":{}}',
        'act done, 2 in all',
      ]);
      const offered = model.scripted().map(({ tools }) => tools.filter((tool) => tool.startsWith('mcp__srv__')).sort());
      expect(offered).toEqual(offered.map(() => ['mcp__srv__act', 'mcp__srv__lookup', 'mcp__srv__other']));
      expect(offered).toHaveLength(5);
    },
  );
});

describe('B34 after an unknown outcome', () => {
  it('the text is the guard: a read and a call with other arguments are served', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(undefined), faults: first(EXIT) });
    const { told } = await converse({ srv: { ...canary.entry, trust: true } }, [
      callTools(act('first')),
      ...(isPeer ? [] : [callTools(lookup), callTools(act('second'))]),
    ]);
    expectTold(told[0] ?? '', 'unknown', 'act');
    expect(told[0]).toMatch(/verify the outcome/i);
    expect(told[0]).toMatch(/not (be )?retr(y|ied) automatically/);
    expect(canary.counts('act').invocations).toBe(isPeer ? 1 : 2);
  });
});

describe('B31 the same tool-call id twice', () => {
  it.runIf(!isPeer)('runs once for the same arguments, and anew for others', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(undefined) });
    const { told } = await converse({ srv: { ...canary.entry, trust: true } }, [
      callTools(act('k', { id: 'same' }), act('k', { id: 'same' })),
      callTools(act('k', { id: 'same' })),
      callTools(act('else', { id: 'same' })),
    ]);
    expect(canary.counts('act').invocations).toBe(2);
    expect(told).toHaveLength(4);
    expect(told[0]).toBe('act done, 1 in all');
    expect(told[3]).toBe('act done, 2 in all');
  });
});

describe('B38 calls meant for a dead server', () => {
  it('never run a tool of another server or a built-in one', async () => {
    const dead = await stage.canary('srv', {
      transport: 'stdio',
      tools: toolsWith(undefined),
      faults: [...always(EXIT), { on: 'initialize', generation: 2, pause: { gate: 'back' }, then: { kind: 'reply' } }],
    });
    const beside = await stage.canary('beside', { transport: 'stdio', tools: toolsWith(undefined) });
    const servers = {
      srv: { ...dead.entry, trust: true, discoveryTimeoutMs: 1_000 },
      beside: { ...beside.entry, trust: true },
    };
    const { told } = await converse(servers, [
      callTools(act('a')),
      callTools(other('b')),
      callTools({ name: 'mcp__srv__acts', args: { key: 'c' } }, { name: 'act', args: { key: 'd' } }),
    ]);
    expectTold(told[0] ?? '', 'unknown', 'act');
    if (!isPeer) expect(told[1]).toContain('"srv" is unavailable');
    for (const text of told) expect(text).not.toMatch(/done, \d+ in all/);
    expect(beside.counts().invocations).toBe(0);
    expect(dead.counts('other').invocations).toBe(0);
  });

  it.runIf(!isPeer)('work again once it is back', async () => {
    const dead = await stage.canary('srv', {
      transport: 'stdio',
      tools: toolsWith(undefined),
      faults: [...first(EXIT), { on: 'initialize', generation: 2, pause: { gate: 'back' }, then: { kind: 'reply' } }],
    });
    const { told } = await converse({ srv: { ...dead.entry, trust: true } }, [
      callTools(act('a')),
      async () => {
        await dead.openGate('back');
        return callTools(act('b'));
      },
    ]);
    expect(told).toEqual([UNKNOWN_OUTCOME_TEXT, 'act done, 2 in all']);
  });
});

describe('B16 a server of the 2026-07-28 era', () => {
  const discover = {
    on: 'server/discover',
    then: { kind: 'result', result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } },
  } as const;

  it.each<Transport>(['stdio', 'http'])(
    '%s: "must re-issue" is no licence: an undeclared call is sent once',
    async (transport) => {
      const death = transport === 'stdio' ? EXIT : ({ kind: 'stream-break' } as const);
      const canary = await stage.canary('srv', {
        transport,
        tools: toolsWith(undefined),
        faults: [discover, ...first(death)],
      });
      const { told } = await converse({ srv: { ...canary.entry, trust: true } }, [callTools(act('a'))]);
      expectTold(told[0] ?? '', 'unknown', 'act');
      expect(canary.counts('act').invocations).toBe(1);
    },
  );

  it('a declared one is replayed under a new request id, within the budget', async () => {
    const canary = await stage.canary('srv', {
      transport: 'http',
      tools: toolsWith(SAFE),
      faults: [discover, ...first({ kind: 'stream-break' })],
    });
    const { told } = await converse({ srv: { ...canary.entry, trust: true } }, [callTools(act('a'))]);
    expectTold(told[0] ?? '', 'success', 'act');
    const ids = canary.events().flatMap((event) => (event.event === 'call' ? [event.id] : []));
    expect(new Set(ids).size).toBe(2);
  });
});

describe.runIf(!isPeer)('B42 standard output closed by a process that lives on', () => {
  it('is ended before its replacement starts, and one child is left', async () => {
    const canary = await stage.canary('srv', {
      transport: 'stdio',
      tools: toolsWith(undefined),
      outlivesInput: true,
      ignoreSigterm: true,
      faults: first({ kind: 'close-stdout' }),
    });
    let alive: number[] = [];
    const { told } = await converse({ srv: { ...canary.entry, trust: true } }, [
      callTools(act('a')),
      callTools(other('b')),
      () => {
        alive = living(canary.pids());
        return callTools(lookup);
      },
    ]);
    expect(told.slice(0, 2)).toEqual([UNKNOWN_OUTCOME_TEXT, 'other done, 1 in all']);
    expect(alive).toEqual(canary.pids().slice(1));
    expect(canary.events().flatMap((event) => (event.event === 'start' ? event.elders : []))).toEqual([]);
    expect(living(canary.pids())).toEqual([]);
  });
});

describe.runIf(!isPeer)('B62 a new generation that lists nothing at first', () => {
  it('keeps the tools offered, sends the lost call to nobody, and serves the next', async () => {
    const canary = await stage.canary('srv', {
      transport: 'stdio',
      tools: toolsWith(undefined),
      faults: [...first(EXIT), { on: 'tools/list', nth: 2, then: { kind: 'result', result: { tools: [] } } }],
    });
    const { model, told } = await converse({ srv: { ...canary.entry, trust: true } }, [
      callTools(act('a')),
      async () => {
        await canary.waitFor(isInitialize(2));
        return callTools(other('b'));
      },
    ]);
    expect(told).toEqual([UNKNOWN_OUTCOME_TEXT, 'other done, 1 in all']);
    expect(model.scripted().every(({ tools }) => tools.includes('mcp__srv__act'))).toBe(true);
    expect(canary.counts('act').invocations).toBe(1);
  });
});
