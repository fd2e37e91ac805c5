/** The inventory of the built binary: its command as a script sees it, and what it changes in a running session. */
import { readFile, writeFile } from 'node:fs/promises';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const TEAM_FILE = 'project/.qwen/mcp-inventory.json';
const inventory = (...args: string[]) => runQwen(stage.home, { args: ['mcp', 'inventory', ...args] });

const pay = (annotations?: unknown) => ({ name: 'pay', annotations });
const once = () => [callTools({ name: 'mcp__shop__pay', args: { key: 'k' } }), say('done')];

it.each(['stdio', 'http'] as const)('accept, drift and --check over %s', async (transport) => {
  const canary = await stage.canary('shop', {
    transport,
    tools: [pay({ idempotentHint: true })],
    ...(transport === 'stdio' ? { generations: { 2: [pay()] } } : {}),
  });
  await stage.settle({ shop: { ...canary.entry, trust: true } });
  await stage.home.write(TEAM_FILE, '{ "servers": { "shop": { "owner": "sales" } } } // ours\n');
  expect((await inventory('accept')).exitCode).toBe(0);
  const { exitCode, stderr, stdout } = await inventory('--check', '--format', 'json');
  const { drift, tools } = JSON.parse(stdout) as { drift: object[]; tools: { eligible: boolean }[] };
  if (transport === 'http') {
    expect([exitCode, drift, tools.map(({ eligible }) => eligible)]).toEqual([0, [], [true]]);
  } else {
    expect([exitCode, drift.length, tools.map(({ eligible }) => eligible)]).toEqual([1, 1, [false]]);
    expect(stderr).toContain('drift: shop/pay: changed: idempotentHint true to absent\n');
  }
  expect(await readFile(`${stage.home.root}/${TEAM_FILE}`, 'utf8')).toContain('// ours');
});

describe('what the team says counts while a call is lost', () => {
  it.each([
    ['nothing', '{}', 2],
    ['idempotent-write', '{"servers":{"shop":{"tools":{"pay":{"class":"idempotent-write"}}}}}', 2],
    ['non-idempotent-write', '{"servers":{"shop":{"tools":{"pay":{"class":"non-idempotent-write"}}}}}', 1],
    ['unknown', '{"servers":{"shop":{"tools":{"pay":{"class":"unknown"}}}}}', 1],
    ['a misspelt class', '{"servers":{"shop":{"tools":{"pay":{"class":"idempotent"}}}}}', 1],
    ['a file that is broken', '{"servers":', 1],
  ])('%s', async (_says, text, executions) => {
    const canary = await stage.canary('shop', {
      transport: 'stdio',
      tools: [pay({ idempotentHint: true })],
      faults: [{ tool: 'pay', nth: 1, then: { kind: 'exit' } }],
    });
    await stage.settle({ shop: { ...canary.entry, trust: true } });
    await stage.home.write(TEAM_FILE, text);
    const { stderr } = await runQwen(stage.home, { model: await stage.play(once()) });
    expect(canary.counts('pay').invocations).toBe(executions);
    expect(stderr.includes('Until then no MCP call is sent again')).toBe(text === '{"servers":');
  });
});

describe('a session', () => {
  const drifted = async (): Promise<void> => {
    const canary = await stage.canary('shop', {
      transport: 'stdio',
      tools: [pay({ idempotentHint: false })],
      generations: { 2: [pay({ idempotentHint: true }), { name: 'new\u001b[31m' }] },
    });
    await stage.settle({ shop: { ...canary.entry, trust: true } });
    expect((await inventory('accept')).exitCode).toBe(0);
  };
  const LINE =
    'MCP server "shop" is not as it was accepted: pay changed: idempotentHint false to true (DECLARED SAFER than accepted); new added. See: qwen mcp inventory\n';

  it('says once on stderr what drifted, and runs all the same', async () => {
    await drifted();
    const { stderr, exitCode } = await runQwen(stage.home, { model: await stage.play(once()) });
    expect([exitCode, stderr.split(LINE).length - 1]).toEqual([0, 1]);
  });

  it('leaves records alone', async () => {
    await drifted();
    const { stderr, exitCode } = await runQwen(stage.home, {
      args: ['-p', 'go', '--yolo', '--output-format', 'stream-json'],
      model: await stage.play(once()),
    });
    expect([exitCode, stderr.includes('not as it was accepted')]).toEqual([0, false]);
  });

  it('says nothing where nothing drifted, or nothing was accepted', async () => {
    const canary = await stage.canary('shop', { transport: 'http', tools: [pay()] });
    await stage.settle({ shop: canary.entry });
    await inventory('accept');
    const quiet = async (): Promise<boolean> => {
      const { stderr } = await runQwen(stage.home, { model: await stage.play(once()) });
      return !stderr.includes('accepted');
    };
    expect(await quiet()).toBe(true);
    await writeFile(`${stage.home.root}/${TEAM_FILE}`, '{ "servers": {} }');
    expect(await quiet()).toBe(true);
  });
});

it('ships the schema of the file', async () => {
  const file = new URL('../../packages/cli/dist/mcp-inventory.schema.json', import.meta.url);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ title: 'Qwen Code MCP inventory' });
});
