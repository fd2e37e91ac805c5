/** Unknown outcomes across runs: on record, shown everywhere, and never repeated by the next run on its own. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOutcomeJournal } from '@qwen-code/qwen-code-core/mcp/journal/create-journal.js';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { readJournal } from '@qwen-code/qwen-code-core/mcp/journal/read.js';
import { reconcile } from '@qwen-code/qwen-code-core/mcp/reconcile/reconcile.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { callTools, say, type Step } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { TEXTS, UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ARGUMENT_MARKER, EXIT, first, READ, SAFE, toolsWith, type Transport } from '../replay/case.js';
import { isPeer } from '../support/binary.js';
import { createStage, recordsOf, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const places = () => journalPlaces({ runtimeDir: stage.home.qwenHome, userDir: stage.home.qwenHome });
const outcomes = async () => (await readJournal(places())).outcomes;
const act = (key = 'a') => callTools({ name: 'mcp__srv__act', args: { key, note: ARGUMENT_MARKER } });

async function run(turns: readonly Step[], args: readonly string[] = ['-p', 'go', '--yolo']) {
  const model = await stage.play([...turns, say('done')]);
  const result = await runQwen(stage.home, { model, args });
  expect(result.exitCode).toBe(0);
  return { ...result, told: model.toolMessages().map(({ text }) => text) };
}

/** Says what became of a call, as `qwen mcp outcomes reconcile` in another terminal does. */
async function judge(id: string, as: 'committed' | 'not_committed'): Promise<void> {
  const journal = createOutcomeJournal({
    ...places(),
    workspace: stage.home.project,
    session: null,
    version: 'test',
    clock: systemClock,
  });
  expect(await reconcile({ journal, id, as, note: 'looked', by: null })).toMatchObject({ kind: 'done' });
  await journal.close();
}

describe.runIf(!isPeer)('a lost call', () => {
  it.each<[Transport, 'direct' | 'callable']>([
    ['stdio', 'direct'],
    ['stdio', 'callable'],
    ['http', 'direct'],
    ['http', 'callable'],
  ])('over %s, %s path: the next run may not repeat it, until a person has judged it', async (transport, path) => {
    const faults = first(transport === 'stdio' ? EXIT : { kind: 'destroy' });
    const canary = await stage.canary('srv', { transport, tools: toolsWith(undefined), faults });
    await stage.settle({ srv: { ...canary.entry, trust: true, progress: path === 'direct' } });

    const one = await run([act()]);
    const [lost] = await outcomes();
    expect([one.told, lost?.state]).toEqual([[UNKNOWN_OUTCOME_TEXT], 'unknown']);
    expect(one.stderr).toBe(`mcp__srv__act: ${UNKNOWN_OUTCOME_TEXT} (record ${lost?.id})\n`);

    const two = await run([act(), act('b'), callTools({ name: 'mcp__srv__lookup', args: {} })]);
    expect(two.told[0]).toBe(TEXTS.frozen(lost!.id));
    expect(two.told.slice(1)).toEqual([expect.stringContaining('act done, '), expect.stringContaining('counter')]);
    expect(two.stderr).toBe(`mcp__srv__act: ${TEXTS.frozen(lost!.id)}\n`);
    expect(canary.counts('act').invocations).toBe(2);

    await judge(lost!.id, 'not_committed');
    expect((await run([act()])).told).toEqual([expect.stringContaining('act done, ')]);
    expect(canary.counts('act').invocations).toBe(3);
    expect((await outcomes()).map(({ state }) => state)).toEqual(['not_committed', 'settled', 'settled']);
  });

  it('is named by its record in every record of a stream', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(undefined), faults: first(EXIT) });
    await stage.settle({ srv: { ...canary.entry, trust: true } });
    const result = await run([act(), act()], ['-p', 'go', '--yolo', '-o', 'stream-json']);
    const [lost] = await outcomes();
    const records = recordsOf(result);
    const blocks = records
      .filter(({ type }) => type === 'user')
      .map(({ message }) => (message as { content: Record<string, unknown>[] }).content[0]);
    expect(blocks.map((block) => [block?.['code'], block?.['record_id']])).toEqual([
      ['mcp_outcome_unknown', lost?.id],
      ['mcp_call_frozen', lost?.id],
    ]);
    expect(records.at(-1)?.['unknown_outcomes']).toEqual([
      expect.objectContaining({ tool_name: 'mcp__srv__act', code: 'mcp_outcome_unknown', record_id: lost?.id }),
    ]);
  });

  it('may be repeated where the freeze is off, and a project can not switch it off', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(undefined), faults: first(EXIT) });
    const servers = { srv: { ...canary.entry, trust: true } };
    await stage.settle(servers);
    await stage.home.writeProjectSettings({ mcp: { unknownOutcomes: { freeze: 'off' } } });
    const [lost, frozen] = (await run([act(), act()])).told;
    expect([lost, frozen]).toEqual([UNKNOWN_OUTCOME_TEXT, TEXTS.frozen((await outcomes())[0]!.id)]);
    await stage.settle(servers, { mcp: { unknownOutcomes: { freeze: 'off' } } });
    expect((await run([act()])).told).toEqual([expect.stringContaining('act done, ')]);
  });
});

describe.runIf(!isPeer)('the record', () => {
  it('is written before a call that must not be repeated, or the call is not sent', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(undefined) });
    await stage.settle({ srv: { ...canary.entry, trust: true } });
    await writeFile(places().dir, 'no folder');
    const refused = await run([act()]);
    expect(refused.told).toEqual([expect.stringMatching(/^The call was not sent/) as string]);
    expect(canary.counts('act').invocations).toBe(0);
    await rm(places().dir);
    expect((await run([act()])).told).toEqual([expect.stringContaining('act done, ')]);
  });

  it.each([
    ['idempotent, and nothing is held back', SAFE, 'off'],
    ['read-only', READ, 'ask'],
  ])('is not needed for a call that may be repeated: %s', async (_name, annotations, freeze) => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(annotations) });
    await stage.settle({ srv: { ...canary.entry, trust: true } }, { mcp: { unknownOutcomes: { freeze } } });
    await writeFile(places().dir, 'no folder');
    expect((await run([act()])).told).toEqual([expect.stringContaining('act done, ')]);
  });

  it('holds no argument, and neither does the debug log', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(undefined), faults: first(EXIT) });
    await stage.settle({ srv: { ...canary.entry, trust: true } });
    await run([act(), act()], ['-p', 'go', '--yolo', '--debug']);
    for (const folder of ['mcp-outcomes', 'debug']) {
      const dir = join(stage.home.qwenHome, folder);
      const names = await readdir(dir);
      expect(names).not.toEqual([]);
      const texts = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
      expect(texts.join('')).not.toContain(ARGUMENT_MARKER);
    }
  });
});

describe.runIf(!isPeer)('the idempotency key', () => {
  const argsOf = (canary: { events(): readonly { event: string; args?: unknown }[] }) =>
    canary.events().flatMap((event) => (event.event === 'call' ? [event.args as Record<string, unknown>] : []));

  it('is one for a call and its replays, where the operator asked for it', async () => {
    const faults = first(EXIT);
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(SAFE), faults });
    const idempotency = { act: { argument: 'request_id' } };
    await stage.settle({ srv: { ...canary.entry, trust: true, idempotency } });
    await run([act(), callTools({ name: 'mcp__srv__other', args: { key: 'x' } })]);
    const [lost, replayed, other] = argsOf(canary);
    expect(lost?.['request_id']).toMatch(/^[0-9a-f-]{36}$/);
    expect([replayed, other]).toEqual([lost, { key: 'x' }]);
  });

  it('is the one that the record names', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(undefined), faults: first(EXIT) });
    await stage.settle({ srv: { ...canary.entry, trust: true, idempotency: { '*': { argument: 'request_id' } } } });
    await run([act()]);
    expect((await outcomes()).map(({ intent }) => intent.idempotency_key)).toEqual([argsOf(canary)[0]?.['request_id']]);
  });
});
