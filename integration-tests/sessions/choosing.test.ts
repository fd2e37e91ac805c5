/** Which session a run goes on with: by id, by title, in a copy; and the list to choose from. */
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, recordsOf, runQwen, startQwen, type Stage } from '../support/run-qwen.js';
import { conversation, recordsIn, sessionFile, sessionsOf } from './session-files.js';

const [A, B] = ['a', 'b'].map((end) => `6a1c2a3b-0000-4000-8000-00000000000${end}`) as [string, string];
const PLAIN = { model: { skipStartupContext: true } };

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({}, PLAIN);
});
afterEach(() => stage.close());

async function run(...args: readonly string[]) {
  const model = await stage.play([say('Fine.')]);
  const result = await runQwen(stage.home, { args, model });
  return { ...result, sent: conversation(model.scripted().at(-1)?.messages ?? []) };
}

/** As a person does it in the terminal. */
async function entitle(id: string, customTitle: string): Promise<void> {
  const record = { type: 'system', subtype: 'custom_title', systemPayload: { customTitle, titleSource: 'manual' } };
  const text = readFileSync(sessionFile(stage.home, id), 'utf8');
  await stage.home.write(
    sessionFile(stage.home, id).slice(stage.home.root.length + 1),
    `${text}${JSON.stringify(record)}\n`,
  );
}

describe('--resume', () => {
  it('takes a title that one session has, and names the ids when several have it', async () => {
    await run('--session-id', A, '-p', 'one');
    await run('--session-id', B, '-p', 'two');
    await entitle(A, 'The build');
    expect((await run('--resume', 'The build', '-p', 'on')).sent.map(([, text]) => text)).toEqual([
      'one',
      'Fine.',
      'on',
    ]);
    await entitle(B, 'The build');
    const { exitCode, stdout, stderr } = await run('-r', 'The build', '-p', 'on');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe(`2 sessions have that title; use the id of one of them: ${B}, ${A}.\n`);
  });

  it('without a value needs a person to choose', async () => {
    const { exitCode, stderr } = await run('--resume', '-p', 'on');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr:
        'Say which session: --resume ID or --resume "TITLE"; qwen sessions list shows them. Choosing from a list needs a terminal and no prompt.\n',
    });
  });
});

describe('--fork-session', () => {
  it('goes on in a copy; the original is not touched', async () => {
    await run('--session-id', A, '-p', 'one');
    const before = readFileSync(sessionFile(stage.home, A), 'utf8');
    const forked = await run('--resume', A, '--fork-session', '-p', 'two', '-o', 'stream-json');
    expect(forked.sent.map(([, text]) => text)).toEqual(['one', 'Fine.', 'two']);
    const id = String(recordsOf(forked)[0]?.['session_id']);
    expect(sessionsOf(stage.home).sort()).toEqual([A, id].sort());
    expect(readFileSync(sessionFile(stage.home, A), 'utf8')).toBe(before);
    expect(recordsIn(stage.home, id).map(({ sessionId }) => sessionId)).toEqual([id, id, id, id]);
    expect((await run('--resume', A, '-p', 'three')).sent.map(([, text]) => text)).toEqual(['one', 'Fine.', 'three']);
  });

  it('keeps a call held back whose outcome was unknown in the original', async () => {
    const canary = await stage.canary('shop', {
      transport: 'stdio',
      tools: [{ name: 'order' }],
      faults: [{ tool: 'order', nth: 1, then: { kind: 'exit' } }],
    });
    await stage.settle({ shop: { ...canary.entry, trust: true } }, PLAIN);
    const order = { name: 'mcp__shop__order', args: { key: 'k1' } };
    const turns = [callTools({ ...order, id: 'c1' }), say('Unknown.')];
    await runQwen(stage.home, { args: ['-p', 'order', '--session-id', A], model: await stage.play(turns) });
    const model = await stage.play([callTools({ ...order, id: 'c2' }), say('Held back.')]);
    const forked = await runQwen(stage.home, {
      args: ['-c', '--fork-session', '-p', 'again', '-o', 'stream-json'],
      model,
    });
    expect(forked.stdout).toContain('"code":"mcp_call_frozen"');
    expect(canary.counts('order').invocations).toBe(1);
  });
});

describe('qwen sessions list', () => {
  it('is a table for people, with what there is', async () => {
    await stage.home.write('project/.git/HEAD', 'ref: refs/heads/main\n');
    await run('--session-id', A, '-p', 'one\nand more');
    await run('--session-id', B, '-p', 'two');
    await entitle(B, 'The\u001b[31m build');
    const { exitCode, stdout, stderr } = await runQwen(stage.home, { args: ['sessions', 'list'] });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const time = /\d{4}-\d\d-\d\d \d\d:\d\d/g;
    expect(stdout.replaceAll(time, 'TIME').replaceAll(/ {2,}/g, ' | ').split('\n')).toEqual([
      'SESSION ID | STARTED | TITLE | BRANCH | PROMPT',
      `${B} | TIME | The build | main | two`,
      `${A} | TIME | - | main | one and more`,
      '',
    ]);
    const limited = await runQwen(stage.home, { args: ['sessions', 'list', '--limit', '1', '--json'] });
    expect(recordsOf(limited)).toMatchObject([{ sessionId: B, prompt: 'two', gitBranch: 'main' }]);
  });

  it.each<[string[], number, string, string]>([
    [['sessions', 'list'], 0, 'No sessions are recorded for this directory.\n', ''],
    [['sessions', 'list', '--json'], 0, '', ''],
    [['sessions', 'list', '--limit', 'all'], 1, 'Usage: qwen sessions list', '--limit must be a whole number.\n'],
    [['sessions', 'list', 'x'], 1, 'Usage: qwen sessions list', 'qwen sessions list takes no "x".\n'],
    [['sessions', 'list', '--nonsense'], 1, 'Usage: qwen sessions list', 'Unknown option: --nonsense\n'],
    [['sessions'], 0, 'Usage: qwen sessions <command>', ''],
    [['sessions', 'drop'], 1, 'Usage: qwen sessions <command>', 'Unknown command: qwen sessions drop.\n'],
  ])('%j', async (args, exitCode, stdout, stderr) => {
    const result = await runQwen(stage.home, { args });
    expect([result.exitCode, result.stdout.slice(0, stdout.length), result.stderr]).toEqual([exitCode, stdout, stderr]);
  });
});

describe('clean-up by age', () => {
  /** 31 days ago. */
  const OLD = Date.now() / 1000 - 31 * 86_400;

  async function old(id: string): Promise<string> {
    await run('--session-id', id, '-p', 'one');
    utimesSync(sessionFile(stage.home, id), OLD, OLD);
    return sessionFile(stage.home, id);
  }

  /** A run whose model answers only when the file is gone. */
  async function runUntilGone(file: string): Promise<void> {
    const model = await stage.play(async () => {
      await expect.poll(() => existsSync(file)).toBe(false);
      return say('Fine.');
    });
    expect(await startQwen(stage.home, { args: ['-p', 'new'], model }).done).toMatchObject({ exitCode: 0, stderr: '' });
  }

  it('takes place beside a run, after 30 days', async () => {
    const file = await old(A);
    await runUntilGone(file);
  });

  it('is for the user to set, not for the project, and keeps a session with an open outcome', async () => {
    const canary = await stage.canary('shop', {
      transport: 'stdio',
      tools: [{ name: 'order' }],
      faults: [{ tool: 'order', nth: 1, then: { kind: 'exit' } }],
    });
    await stage.settle({ shop: { ...canary.entry, trust: true } }, { ...PLAIN, general: { cleanupPeriodDays: 20 } });
    const turns = [callTools({ name: 'mcp__shop__order', args: { key: 'k1' } }), say('Unknown.')];
    await runQwen(stage.home, { args: ['-p', 'order', '--session-id', B], model: await stage.play(turns) });
    utimesSync(sessionFile(stage.home, B), OLD, OLD);
    await stage.home.writeProjectSettings({ general: { cleanupPeriodDays: 1 } });
    await run('--session-id', '6a1c2a3b-0000-4000-8000-00000000000c', '-p', 'recent');
    const recent = sessionFile(stage.home, '6a1c2a3b-0000-4000-8000-00000000000c');
    utimesSync(recent, Date.now() / 1000 - 5 * 86_400, Date.now() / 1000 - 5 * 86_400);
    await runUntilGone(await old(A));
    expect([existsSync(sessionFile(stage.home, B)), existsSync(recent)]).toEqual([true, true]);
  });
});
