/** Signals, readers that go away and slow readers: how a run ends, and that nothing of it is left behind. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import type { CanaryHost } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { qwenCommand } from '../support/binary.js';
import { readProcessTable } from '@qwen-code/qwen-code-core/shared/process-table.js';
import { createStage, recordsOf, startQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

/** Which of these still run; one that has ended and waits to be reaped by a stranger does not. */
const living = (pids: readonly number[]): number[] =>
  (readProcessTable() ?? []).filter(({ pid, zombie }) => pids.includes(pid) && !zombie).map(({ pid }) => pid);

/** A server that commits and then never answers. */
const hangingServer = async (): Promise<CanaryHost> => {
  const canary = await stage.canary('srv', {
    transport: 'stdio',
    tools: [{ name: 'pay' }],
    faults: [{ on: 'tools/call', then: { kind: 'hang' } }],
  });
  await stage.settle({ srv: { ...canary.entry, trust: true } });
  return canary;
};

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (signal, code) => {
  it('tells the server, says what was in flight without arguments, and leaves no process', async () => {
    const canary = await hangingServer();
    const model = await stage.play([callTools({ name: 'mcp__srv__pay', args: { key: 'secret-argument' } })]);
    const qwen = startQwen(stage.home, { args: ['-p', 'go', '-o', 'stream-json'], model });
    await canary.waitFor(({ event }) => event === 'commit');
    qwen.kill(signal);
    const result = await qwen.done;
    expect({ exitCode: result.exitCode, stderr: result.stderr }).toEqual({
      exitCode: code,
      stderr: expect.stringMatching(
        `^Stopped by ${signal}\\. In flight: mcp__srv__pay \\(record mo_[0-9a-f]{16}\\)\\. Whether that was done is unknown: verify before you do it again\\.\n$`,
      ) as string,
    });
    expect(recordsOf(result).at(-1)).toMatchObject({
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      unknown_outcomes: [
        {
          tool_name: 'mcp__srv__pay',
          code: 'cancelled',
          record_id: expect.stringMatching(/^mo_[0-9a-f]{16}$/) as string,
        },
      ],
    });
    await canary.waitFor((event) => event.event === 'notification' && event.method === 'notifications/cancelled');
    expect(canary.counts('pay').invocations).toBe(1);
    expect(living(canary.pids())).toEqual([]);
  });

  it('ends a shell command with everything it started', async () => {
    await stage.settle({});
    const pidFile = `${stage.home.project}/pids`;
    const command = `echo $$ >> ${pidFile}; (setsid sleep 600 & echo $! >> ${pidFile}; wait); sleep 600`;
    const model = await stage.play([callTools({ name: 'run_shell_command', args: { command } })]);
    const qwen = startQwen(stage.home, { args: ['-p', 'go', '--yolo'], model });
    const pids = await linesOf(pidFile, 2);
    qwen.kill(signal);
    const { exitCode, stdout } = await qwen.done;
    expect({ exitCode, stdout, alive: living(pids) }).toEqual({ exitCode: code, stdout: '', alive: [] });
  });
});

it('stops while the model is still answering', async () => {
  await stage.settle({});
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const model = await stage.play([{ kind: 'message', text: 'late', hold: () => held }]);
  const qwen = startQwen(stage.home, { args: ['-p', 'go', '-o', 'json'], model });
  await model.arrived(0);
  qwen.kill('SIGINT');
  const { exitCode, stdout, stderr } = await qwen.done;
  release();
  expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: 'Stopped by SIGINT. No tool call was in flight.\n' });
  expect((JSON.parse(stdout) as unknown[]).at(-1)).toMatchObject({ subtype: 'error_during_execution', is_error: true });
});

it('stops while a server is still starting', async () => {
  const canary = await stage.canary('srv', {
    transport: 'stdio',
    tools: [],
    faults: [{ on: 'initialize', then: { kind: 'hang' } }],
    ignoreSigterm: true,
    outlivesInput: true,
  });
  await stage.settle({ srv: canary.entry });
  const model = await stage.play([say('never asked')]);
  const qwen = startQwen(stage.home, { args: ['-p', 'go'], model });
  await canary.waitFor((event) => event.event === 'request' && event.method === 'initialize');
  qwen.kill('SIGTERM');
  const { exitCode, stdout } = await qwen.done;
  expect({ exitCode, stdout, asked: model.requests.length, alive: living(canary.pids()) }).toEqual({
    exitCode: 143,
    stdout: '',
    asked: 0,
    alive: [],
  });
});

describe('a reader', () => {
  const start = (args: string[], url: string): ReturnType<typeof spawn> => {
    const [program, ...leading] = qwenCommand();
    return spawn(program, [...leading, ...args], {
      cwd: stage.home.project,
      env: {
        PATH: process.env['PATH'],
        HOME: stage.home.home,
        OPENAI_API_KEY: 'k',
        OPENAI_BASE_URL: url,
        OPENAI_MODEL: 'scripted',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  const text = async (stream: NodeJS.ReadableStream): Promise<string> => {
    let all = '';
    for await (const chunk of stream) all += String(chunk);
    return all;
  };
  const ended = (child: ReturnType<typeof spawn>): Promise<number | null> =>
    new Promise((resolve) => child.once('exit', (code) => resolve(code)));

  it('that goes away ends the run quietly, its servers with it', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: [{ name: 'pay' }] });
    await stage.settle({ srv: { ...canary.entry, trust: true } });
    const model = await stage.play(() => callTools({ name: 'mcp__srv__pay', args: { key: 'k' } }));
    const child = start(['-p', 'go', '-o', 'stream-json'], model.url);
    const stderr = text(child.stderr!);
    const exit = ended(child);
    await new Promise((resolve) => createInterface(child.stdout!).once('line', resolve));
    child.stdout!.destroy();
    expect({ code: await exit, stderr: await stderr, alive: living(canary.pids()) }).toEqual({
      code: 0,
      stderr: '',
      alive: [],
    });
  });

  it('that is slow gets every byte of a large answer', async () => {
    await stage.settle({});
    const answer = 'x'.repeat(3_000_000);
    const model = await stage.play([say(answer)]);
    const child = start(['-p', 'go'], model.url);
    const exit = ended(child);
    await new Promise((resolve) => child.stdout!.once('readable', resolve));
    const read = text(child.stdout!);
    expect({ code: await exit, length: (await read).length }).toEqual({ code: 0, length: answer.length + 1 });
  });
});

/** The numbers in a file, once it has so many lines. */
async function linesOf(path: string, count: number): Promise<number[]> {
  const { readFile } = await import('node:fs/promises');
  for (;;) {
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    if (lines.length >= count) return lines.map(Number);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
