/** Credentials of remote servers: where placeholders are filled in, and what a refusal leads to. */
import { UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import type { CanaryHost } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';
import { first, SAFE, toolsWith } from '../replay/case.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const SECRET = 'SECRET-4d1f';
const call = callTools({ name: 'mcp__srv__act', args: { key: 'k' } });

const guarded = (): Promise<CanaryHost> =>
  stage.canary('srv', { transport: 'http', tools: toolsWith(undefined), http: { authorization: `Bearer ${SECRET}` } });

const withToken = ({ entry }: CanaryHost): Record<string, unknown> => ({
  ...entry,
  trust: true,
  headers: { Authorization: 'Bearer ${TOK}' },
});

async function play(env: Readonly<Record<string, string>>) {
  const model = await stage.play([call, say('done')]);
  const run = await runQwen(stage.home, { model, env });
  return { run, told: model.toolMessages().map(({ text }) => text) };
}

describe('B50 ${TOK} in a header', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['set in the environment', { TOK: SECRET }, undefined],
    ['set in the .env of the home directory only', {}, 'home/.env'],
  ])('user settings: %s', async (_title, env, file) => {
    const canary = await guarded();
    await stage.settle({ srv: withToken(canary) });
    if (file !== undefined) await stage.home.write(file, `TOK=${SECRET}\n`);
    expect((await play(env)).told).toEqual(['act done, 1 in all']);
  });

  it('user settings: what only the project sets is not put into them, and is named', async () => {
    const canary = await guarded();
    await stage.settle({ srv: withToken(canary) });
    await stage.home.write('project/.env', `TOK=${SECRET}\n`);
    const { run } = await play({});
    expect(run.stderr).toContain("refers to TOK, which only the project's own files set;");
    expect([run.exitCode, run.stderr.includes(SECRET), canary.counts().invocations]).toEqual([0, false, 0]);
  });

  it('unset: named, never guessed; the server is refused once and not asked again and again', async () => {
    const canary = await guarded();
    await stage.settle({ srv: withToken(canary) });
    const { run, told } = await play({});
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain('TOK');
    expect(told).toHaveLength(1);
    expect(canary.counts().invocations).toBe(0);
  });

  const PROJECT_FILES = ['project/.qwen/settings.json', 'project/.mcp.json'];

  it.each(PROJECT_FILES)('%s, approved as it is: filled in, also with another value later', async (file) => {
    const canary = await guarded();
    await stage.settle({});
    await stage.home.write(file, JSON.stringify({ mcpServers: { srv: withToken(canary) } }));
    await runQwen(stage.home, { args: ['mcp', 'approve', 'srv'], env: { TOK: 'older' } });
    expect((await play({ TOK: SECRET })).told).toEqual(['act done, 1 in all']);
  });

  it.each(PROJECT_FILES)("%s: filled from the project's .env, which is approved with it", async (file) => {
    const canary = await guarded();
    await stage.settle({});
    await stage.home.write(file, JSON.stringify({ mcpServers: { srv: withToken(canary) } }));
    await stage.home.write('project/.env', `TOK=${SECRET}\n`);
    await runQwen(stage.home, { args: ['mcp', 'approve', 'srv'] });
    expect((await play({})).told).toEqual(['act done, 1 in all']);
    await stage.home.write('project/.env', 'TOK=changed\n');
    const { stdout } = await runQwen(stage.home, { args: ['mcp', 'list'] });
    expect(stdout).toContain('Pending approval: it has changed since you decided about it');
    expect(canary.counts().starts).toBe(1);
  });

  it('the same value after the server died and was connected again', async () => {
    const canary = await stage.canary('srv', {
      transport: 'http',
      tools: toolsWith(SAFE),
      http: { authorization: `Bearer ${SECRET}` },
      faults: first({ kind: 'exit' }),
    });
    await stage.settle({ srv: withToken(canary) });
    expect((await play({ TOK: SECRET })).told).toEqual(['act done, 2 in all']);
  });
});

describe('B51 401 in the middle of a session', () => {
  const expired = first({ kind: 'page', status: 401, body: 'token expired' }, { when: 'before-commit' });

  it('an undeclared call is refused at the door: unknown outcome, not sent again, no browser', async () => {
    const canary = await stage.canary('srv', { transport: 'http', tools: toolsWith(undefined), faults: expired });
    await stage.settle({ srv: { ...canary.entry, trust: true } });
    const { told, run } = await play({});
    expect(told).toEqual([UNKNOWN_OUTCOME_TEXT]);
    expect(run).toMatchObject({ exitCode: 0, stdout: 'done\n' });
    expect(canary.counts('act')).toMatchObject({ invocations: 1, commits: 0 });
  });
});
