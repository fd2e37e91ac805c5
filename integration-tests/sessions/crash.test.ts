/** A process that was killed during calls: the next run closes them as unknown, and two processes never have one session. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { untilChange } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { callTools, say, type Turn } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { INTERRUPTED_CALL, INTERRUPTED_MCP_CALL } from '@qwen-code/qwen-code-core/sessions/texts.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, runQwen, startQwen, type Stage } from '../support/run-qwen.js';
import { conversation, recordsIn, sessionFile, sessionsOf } from './session-files.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const order = { name: 'mcp__shop__order', args: { key: 'a-secret-argument' } };

/** qwen with one call that its server has committed and does not answer. */
async function duringCall() {
  const canary = await stage.canary('shop', {
    transport: 'stdio',
    tools: [{ name: 'order' }],
    faults: [{ tool: 'order', nth: 1, then: { kind: 'hang' } }],
  });
  await stage.settle({ shop: { ...canary.entry, trust: true } });
  const model = await stage.play([callTools({ ...order, id: 'c1' })]);
  const qwen = startQwen(stage.home, { args: ['-p', 'order it'], model });
  await canary.waitFor(({ event }) => event === 'commit');
  return {
    canary,
    qwen,
    kill: async () => {
      qwen.kill('SIGKILL');
      await qwen.done;
      for (const pid of canary.pids()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It ended with its input.
        }
      }
    },
  };
}

describe('B33 killed with a call in flight', () => {
  it('is taken up with the call closed as interrupted, told in one line, and sent to nobody', async () => {
    const { canary, kill } = await duringCall();
    await kill();
    const [id] = sessionsOf(stage.home);
    expect(recordsIn(stage.home, id!).map(({ type }) => type)).toEqual(['user', 'assistant']);

    const model = await stage.play([say('I will check first.')]);
    const { exitCode, stdout, stderr } = await runQwen(stage.home, { args: ['-c', '-p', 'go on'], model });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'I will check first.\n' });
    expect(stderr).toMatch(
      /^The session was interrupted during: mcp__shop__order \(record mo_[0-9a-f]{16}\)\. Whether that was done is unknown: verify before it is done again\. See `qwen mcp outcomes`\.\n$/,
    );
    expect(stderr).not.toContain('a-secret-argument');
    expect(conversation(model.scripted()[0]!.messages)).toEqual([
      ['user', 'order it'],
      ['assistant', ['mcp__shop__order']],
      ['tool', INTERRUPTED_MCP_CALL],
      ['user', 'go on'],
    ]);
    expect(model.toolMessages().map(({ callId }) => callId)).toEqual(['c1']);
    expect(canary.counts('order').invocations).toBe(1);
    expect(recordsIn(stage.home, id!)[2]).toMatchObject({
      type: 'tool_result',
      toolCallResult: { callId: 'c1', status: 'error', executionStatus: 'unknown', code: 'mcp_outcome_unknown' },
    });

    const later = await stage.play([say('yes')]);
    expect(await runQwen(stage.home, { args: ['-c', '-p', 'and now'], model: later })).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
  });

  it('is sent to nobody either when the model asks again, whatever id it gives the call', async () => {
    const { canary, kill } = await duringCall();
    await kill();
    const turns = [callTools({ ...order, id: 'c1' }), callTools({ ...order, id: 'c2' }), say('Then I stop.')];
    await expectHeldBack(turns);
    expect(canary.counts('order').invocations).toBe(1);
  });

  it('holds a call back as well whose answer died with the process', async () => {
    const canary = await stage.canary('shop', { transport: 'stdio', tools: [{ name: 'order' }] });
    await stage.settle({ shop: { ...canary.entry, trust: true } });
    const model = await stage.play([callTools({ ...order, id: 'c1' }), say('Ordered.')]);
    expect(await runQwen(stage.home, { args: ['-p', 'order it'], model })).toMatchObject({ stdout: 'Ordered.\n' });
    // As if the kill had come between the journal's line and the session's.
    const file = sessionFile(stage.home, sessionsOf(stage.home)[0]!);
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n'));

    await expectHeldBack([callTools({ ...order, id: 'c2' }), say('Then I stop.')]);
    expect(canary.counts('order').invocations).toBe(1);
  });

  it('closes every call of the message that has no result, and keeps those that have one', async () => {
    await stage.settle({});
    const shell = (command: string) => ({ name: 'run_shell_command', args: { command } });
    const hangs = shell(`echo $$ > ${stage.home.project}/pid; exec tail -f /dev/null`);
    const model = await stage.play([callTools(shell('echo one'), hangs, shell('echo three'))]);
    const qwen = startQwen(stage.home, { args: ['-p', 'go', '--yolo'], model });
    const pid = await untilChange(stage.home.project, () => pidIn(`${stage.home.project}/pid`));
    qwen.kill('SIGKILL');
    await qwen.done;
    process.kill(pid, 'SIGKILL');

    const next = await stage.play([say('ok')]);
    const { stderr } = await runQwen(stage.home, { args: ['-c', '-p', 'go on', '--yolo'], model: next });
    expect(stderr).toContain('interrupted during: run_shell_command, run_shell_command.');
    const told = next.toolMessages().map(({ text }) => text);
    expect(told).toEqual([expect.stringContaining('one'), INTERRUPTED_CALL, INTERRUPTED_CALL]);
  });
});

/** The next run names the record, and answers each of the model's calls without making it. */
async function expectHeldBack(turns: readonly Turn[]): Promise<void> {
  const model = await stage.play(turns);
  const run = await runQwen(stage.home, { args: ['-c', '-p', 'go on'], model });
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Then I stop.\n' });
  expect(run.stderr).toMatch(/^The session was interrupted during: mcp__shop__order \(record mo_[0-9a-f]{16}\)\./);
  for (const { text } of model.toolMessages()) expect(text).toMatch(/unknown/);
  expect(model.toolMessages()).toHaveLength(turns.length);
  expect(run.stderr).not.toContain('a-secret-argument');
}

/** Undefined until the whole number is there. */
function pidIn(path: string): number | undefined {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text.endsWith('\n') ? Number(text) : undefined;
}

describe('B33 killed between calls', () => {
  const never = (): Promise<never> => new Promise(() => {});
  const echo = callTools({ name: 'run_shell_command', args: { command: 'echo done' } });
  const done = expect.stringContaining('done') as string;

  it.each<[when: string, turns: readonly Turn[], killAt: number, said: unknown[]]>([
    ['before the answer', [{ kind: 'message', hold: never }], 0, []],
    ['in the middle of an answer', [{ kind: 'message', text: 'half', hold: never }], 0, []],
    [
      'between a result and the next answer',
      [echo, { kind: 'message', hold: never }],
      1,
      [
        ['assistant', ['run_shell_command']],
        ['tool', done],
      ],
    ],
    [
      'between the second result and the next answer',
      [echo, echo, { kind: 'message', hold: never }],
      2,
      [
        ['assistant', ['run_shell_command']],
        ['tool', done],
        ['assistant', ['run_shell_command']],
        ['tool', done],
      ],
    ],
  ])('%s: nothing is unknown, and all that was said is there', async (_when, turns, killAt, said) => {
    await stage.settle({});
    const model = await stage.play(turns);
    const qwen = startQwen(stage.home, { args: ['-p', 'one', '--yolo'], model });
    await model.arrived(killAt);
    qwen.kill('SIGKILL');
    await qwen.done;
    const next = await stage.play([say('two')]);
    expect(await runQwen(stage.home, { args: ['-c', '-p', 'two', '--yolo'], model: next })).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    expect(conversation(next.scripted()[0]!.messages)).toEqual([['user', 'one'], ...said, ['user', 'two']]);
  });
});

describe('two processes', () => {
  it('never have one session; the lock dies with its process', async () => {
    const { kill } = await duringCall();
    const [id] = sessionsOf(stage.home);
    for (const flags of [['--continue'], ['--resume', id!], ['--session-id', id!]]) {
      const model = await stage.play([say('no')]);
      const second = await runQwen(stage.home, { args: [...flags, '-p', 'me too'], model });
      expect(second).toMatchObject({ exitCode: 1, stdout: '' });
      expect(second.stderr).toMatch(
        /^Session [\w-]+ is in use by another qwen \(process \d+\); wait for it to end, or start a new session\.\n$/,
      );
      expect(model.requests).toEqual([]);
    }
    const beside = await stage.play([say('a session of its own')]);
    expect(await runQwen(stage.home, { args: ['-p', 'other work'], model: beside })).toMatchObject({ exitCode: 0 });

    await kill();
    const after = await stage.play([say('mine now')]);
    expect(await runQwen(stage.home, { args: ['--resume', id!, '-p', 'go on'], model: after })).toMatchObject({
      exitCode: 0,
      stdout: 'mine now\n',
    });
  });
});
