import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../shared/clock.js';
import { readProcessTable } from '../../shared/process-table.js';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createToolContext } from '../../testing/tool-context.js';
import { createWorkspace } from '../files/workspace.js';
import type { ToolArguments, ToolContext, ToolResult } from '../types.js';
import { createBackgroundProcesses, type BackgroundProcesses } from './background-processes.js';
import { createShellTool, type ShellToolOptions } from './shell-tool.js';

const clock = systemClock;
let folder: TempFolder;
let background: BackgroundProcesses;

beforeEach(async () => {
  folder = await createTempFolder();
  await mkdir(folder.at('work/sub'), { recursive: true });
  background = createBackgroundProcesses({ clock });
});

afterEach(async () => {
  await background.endAll();
  await folder.remove();
});

function shell(
  args: ToolArguments,
  options: Partial<ShellToolOptions> = {},
  context?: ToolContext,
): Promise<ToolResult> {
  const workspace = createWorkspace({ cwd: folder.at('work') });
  const tool = createShellTool({ workspace, clock, tempDir: folder.at('temp'), background, ...options });
  return tool.execute(args, context ?? createToolContext());
}

/** The labelled lines as an object; the process group's number is different every time. */
function labelled({ text }: ToolResult): Record<string, string> {
  const parts = text
    .split(/^(Command|Directory|Output|Error|Exit Code|Signal|Process Group PGID|Still Running): /m)
    .slice(1);
  return Object.fromEntries(parts.flatMap((label, at) => (at % 2 === 0 ? [[label, parts[at + 1]!.trimEnd()]] : [])));
}

const output = async (command: string, options: Partial<ShellToolOptions> = {}): Promise<string | undefined> =>
  labelled(await shell({ command }, options))['Output'];

function living(pids: readonly number[]): number[] {
  const table = readProcessTable() ?? [];
  return pids.filter((pid) => table.some((entry) => entry.pid === pid && !entry.zombie));
}

const numbers = (text: string): number[] => text.trim().split(/\s+/).map(Number);

/** The real clock, but a wait of `ms` is over when `event` has happened: a limit that can not strike too early. */
const clockWhoseLimitIs = (ms: number, event: Promise<void>): Clock => ({
  ...clock,
  sleep: (asked, signal) => (asked === ms ? event : clock.sleep(asked, signal)),
});

/** A named pipe: reading it waits until a command has written to it. */
async function pipe(name: string): Promise<string> {
  await promisify(execFile)('mkfifo', [folder.at(name)]);
  return folder.at(name);
}

describe('a command that ends by itself', () => {
  it('is told in labelled lines', async () => {
    const result = await shell({ command: 'echo hi', description: 'says hi' });
    expect(result.status).toBe('ok');
    expect(result.text).toMatch(
      /^Command: echo hi\nDirectory: \(root\)\nOutput: hi\nError: \(none\)\nExit Code: 0\nSignal: \(none\)\nProcess Group PGID: \d+$/,
    );
  });

  it.each<[string, string, Record<string, string>]>([
    ['a failure is no error of the tool', 'exit 3', { Output: '(empty)', 'Exit Code': '3', Signal: '(none)' }],
    ['a signal', 'kill -KILL $$', { Output: '(empty)', 'Exit Code': '(none)', Signal: 'SIGKILL' }],
    [
      'both streams in the order of writing',
      'for i in 1 2 3; do echo out$i; echo err$i >&2; done',
      { Output: 'out1\nerr1\nout2\nerr2\nout3\nerr3' },
    ],
    ['closed input', 'cat; read -r x || echo "end of input"', { Output: 'end of input' }],
    ['bash, not only sh', 'a=(x y); [[ ${a[1]} == y ]] && echo yes', { Output: 'yes' }],
    ['a here-document at the end', 'cat <<END\nline 1\nEND', { Output: 'line 1' }],
    ['a comment at the end', 'echo a # b', { Output: 'a' }],
    ['quotes and dollars', `echo "it's" '$HOME' \\$x`, { Output: "it's $HOME $x" }],
    ['colours are left out', "printf '\\033[31mred\\033[0m\\n'", { Output: 'red' }],
    ['unknown programs', 'no-such-program-here', { 'Exit Code': '127' }],
    ['Unicode', 'echo "ü 文件 😀"', { Output: 'ü 文件 😀' }],
    ['bytes that are no text', "printf '\\377\\000x'", { Output: '\uFFFD\0x' }],
  ])('%s', async (_name, command, expected) => {
    const result = await shell({ command });
    expect(result.status).toBe('ok');
    expect(labelled(result)).toMatchObject(expected);
  });

  it('joins a character whose bytes come apart', async () => {
    const gate = await pipe('gate');
    const command = `printf '\\342\\202'; echo > '${gate}'; cat '${gate}' > /dev/null; printf '\\254'`;
    const context = createToolContext();
    const running = shell({ command }, { heartbeatMs: 1 }, context);
    await readFile(gate);
    await promisify(execFile)('bash', ['-c', `echo > '${gate}'`]);
    expect(labelled(await running)['Output']).toBe('€');
  });

  it('runs where it is told to', async () => {
    expect(labelled(await shell({ command: 'pwd', directory: folder.at('work/sub') }))).toMatchObject({
      Directory: folder.at('work/sub'),
      Output: folder.at('work/sub'),
    });
  });

  it('runs in the working directory by its own name, a link or not', async () => {
    await symlink(folder.at('work'), folder.at('alias'));
    expect(await output('pwd', { workspace: createWorkspace({ cwd: folder.at('alias') }) })).toBe(folder.at('alias'));
  });

  it('has the environment of its parent and what tells it that qwen runs it', async () => {
    const options = {
      sessionId: () => 's-1',
      projectDir: '/proj',
      env: { PATH: process.env['PATH'], MINE: 'yes', PAGER: 'less' },
    };
    const command = 'echo $MINE $QWEN_CODE $QWEN_CODE_SESSION_ID $QWEN_CODE_PROJECT_DIR $PAGER $GIT_PAGER';
    expect(await output(command, options)).toBe('yes 1 s-1 /proj cat cat');
  });

  it('runs with sh where there is no bash', async () => {
    expect(await output('echo ${BASH_VERSION:-no bash}', { env: { PATH: '/nowhere' } })).toBe('no bash');
  });

  it('reports while it runs', async () => {
    const context = createToolContext();
    const gate = await pipe('gate');
    const beat = new Promise<void>((resolve) => {
      context.onProgress = (progress) => {
        context.progress.push(progress);
        if (progress.message?.includes('3 bytes')) resolve();
      };
    });
    const running = shell({ command: `echo hi; cat '${gate}' > /dev/null` }, { heartbeatMs: 1 }, context);
    await beat;
    await promisify(execFile)('bash', ['-c', `echo > '${gate}'`]);
    await running;
    expect(context.progress.at(-1)).toEqual({
      progress: expect.any(Number),
      message: 'running for 0 s, 3 bytes of output',
    });
  });
});

describe('refused', () => {
  it.each<[string, ToolArguments, () => string]>([
    ['nothing to run', { command: ' ' }, () => 'The command is empty.'],
    [
      'a bare long sleep',
      { command: 'sleep 60' },
      () =>
        'A command that only sleeps longer than 10 seconds is not run. Wait for the thing itself instead, or start the slow command with is_background and read its output later.',
    ],
    [
      'a relative directory',
      { command: 'pwd', directory: 'sub' },
      () => `The path must be absolute, and sub is relative; did you mean ${folder.at('work/sub')}?`,
    ],
    [
      'a directory outside',
      { command: 'pwd', directory: '/' },
      () => `/ is outside the workspace; allowed are paths in ${folder.at('work')}.`,
    ],
    [
      'a directory that is not there',
      { command: 'pwd', directory: '/WORK/none' },
      () => `${folder.at('work/none')} does not exist.`,
    ],
  ])('%s', async (_name, args, text) => {
    const directory =
      typeof args['directory'] === 'string' ? args['directory'].replace('/WORK', folder.at('work')) : undefined;
    expect(await shell({ ...args, ...(directory && { directory }) })).toEqual({ status: 'error', text: text() });
  });

  it('a command line that the system does not take', async () => {
    const result = await shell({ command: `: ${'x'.repeat(3_000_000)}` });
    expect(result.status).toBe('error');
    expect(labelled(result)['Error']).toBe('The command could not be started (E2BIG).');
  });
});

describe('long output', () => {
  const outputLimit = { maxChars: 100, maxLines: 10 };

  it('keeps head and tail, and the whole in a file of its owner', async () => {
    const result = await shell({ command: 'seq 1 100000' }, { outputLimit });
    const [, shown, path] =
      /^([^]*)\n\[The output was cut\. The whole output \(588895 bytes\) can be read with read_file: (.*)\]$/.exec(
        labelled(result)['Output']!,
      )!;
    expect(shown).toBe(
      '1\n2\n3\n... [588846 characters left out] ...\n99994\n99995\n99996\n99997\n99998\n99999\n100000',
    );
    expect(await readFile(path!, 'utf8')).toBe(Array.from({ length: 100_000 }, (_, line) => `${line + 1}\n`).join(''));
    expect((await stat(path!)).mode & 0o777).toBe(0o600);
    expect((await stat(folder.at('temp'))).mode & 0o777).toBe(0o700);
  });

  it('keeps the whole also when only the lines are too many', async () => {
    const text = labelled(await shell({ command: 'seq 1 20' }, { outputLimit }))['Output']!;
    const path = /read_file: (.*)\]$/.exec(text)![1]!;
    expect(await readFile(path, 'utf8')).toBe(Array.from({ length: 20 }, (_, line) => `${line + 1}\n`).join(''));
  });

  it('leaves no file behind when all could be shown', async () => {
    await shell({ command: 'seq 1 5' }, { outputLimit });
    expect(await readdir(folder.path)).toEqual(['work']);
  });

  it('bounds the file of a command that never stops talking', async () => {
    const result = await shell({ command: 'yes | head -c 70000000' }, { outputLimit });
    const path = /The first 67108864 of 70000000 bytes can be read with read_file: (.*)\]/.exec(result.text)![1]!;
    expect((await stat(path)).size).toBe(67_108_864);
  });

  it('shows the ends when the file can not be written', async () => {
    await folder.write('temp', 'a file where the folder should be');
    const text = await output('seq 1 1000', { outputLimit });
    expect(text).toMatch(/\n1000\n\[The output of 3893 bytes was cut; the rest could not be saved\.\]$/);
  });
});

describe('the time limit', () => {
  it('ends the command with everything it started, and keeps what it said', async () => {
    const ready = await pipe('ready');
    const command = `trap '' TERM; sleep 300 & setsid sleep 300 & echo $$ $(jobs -p); echo > '${ready}'; wait`;
    const limited = clockWhoseLimitIs(
      300,
      readFile(ready).then(() => {}),
    );
    const result = await shell({ command, timeout: 300 }, { clock: limited });
    expect(result.status).toBe('error');
    const lines = labelled(result);
    expect(lines['Error']).toBe(
      'Not done after 300 ms; the command and everything it started were ended. Give a longer timeout, or set is_background.',
    );
    expect(numbers(lines['Output']!)).toHaveLength(3);
    expect(living(numbers(lines['Output']!))).toEqual([]);
  });

  it('comes from the settings when the call names none', async () => {
    const result = await shell({ command: 'exec sleep 9' }, { defaultTimeoutMs: 50 });
    expect(labelled(result)['Error']).toContain('Not done after 50 ms');
  });
});

describe('an abort', () => {
  it('ends the command with everything it started', async () => {
    const ready = await pipe('ready');
    const controller = new AbortController();
    const command = `set -m; sleep 300 & sleep 300 & echo partial; echo $$ $(jobs -p) > '${ready}'; wait`;
    const running = shell({ command }, {}, createToolContext(controller.signal));
    const pids = numbers(await readFile(ready, 'utf8'));
    expect(living(pids)).toEqual(pids);
    controller.abort();
    const result = await running;
    expect(result.status).toBe('cancelled');
    expect(labelled(result)).toMatchObject({
      Output: 'partial',
      Error: 'Cancelled; the command and everything it started were ended.',
    });
    expect(living(pids)).toEqual([]);
  });

  it('before the start runs nothing', async () => {
    const context = createToolContext(AbortSignal.abort());
    expect(await shell({ command: `touch '${folder.at('work/made')}'` }, {}, context)).toMatchObject({
      status: 'cancelled',
    });
    expect(await readdir(folder.at('work'))).toEqual(['sub']);
  });
});

describe('what a command leaves running', () => {
  it('neither holds the call up nor gets lost', async () => {
    const result = await shell({ command: 'sleep 300 & echo $!' });
    const lines = labelled(result);
    const pids = numbers(lines['Output']!);
    expect(lines['Still Running']).toBe(
      `processes that it started go on in process group ${lines['Process Group PGID']} until qwen stops.`,
    );
    expect(living(pids)).toEqual(pids);
    expect(background.list()).toEqual([{ pid: Number(lines['Process Group PGID']), command: 'sleep 300 & echo $!' }]);
    await background.endAll();
    expect(living(pids)).toEqual([]);
  });

  it('is found with its output elsewhere and in a group of its own', async () => {
    const pids = numbers((await output('set -m; sleep 300 > /dev/null 2>&1 & echo $!'))!);
    expect(background.list()).toHaveLength(1);
    await background.endAll();
    expect(living(pids)).toEqual([]);
  });

  it('can go on writing without being killed by a closed pipe', async () => {
    const ready = await pipe('ready');
    const go = await pipe('go');
    const command = `(trap 'echo died > "${ready}"' PIPE; cat '${go}'; echo late; echo wrote > '${ready}') & echo started`;
    expect(await output(command)).toBe('started');
    await promisify(execFile)('bash', ['-c', `echo > '${go}'`]);
    expect(await readFile(ready, 'utf8')).toBe('wrote\n');
  });
});

describe('in the background', () => {
  it('returns at once and says where the output goes', async () => {
    const ready = await pipe('ready');
    const command = `echo out; echo err >&2; echo $$ > '${ready}'; exec sleep 300`;
    const result = await shell({ command, is_background: true });
    const [pid] = numbers(await readFile(ready, 'utf8'));
    const [{ outputPath } = { outputPath: '' }] = background
      .list()
      .map((process) => ({ outputPath: process.outputPath! }));
    expect(result).toEqual({
      status: 'ok',
      text: [
        `Command: ${command}`,
        'Directory: (root)',
        'Status: started in the background; it runs until it ends by itself, is ended, or qwen stops.',
        `Task ID: shell-pid-${pid} (task_stop ends it)`,
        `PID: ${pid}`,
        `Process Group PGID: ${pid}`,
        `Output File: ${outputPath} (grows while it runs; read it with read_file)`,
      ].join('\n'),
    });
    expect((await stat(outputPath)).mode & 0o777).toBe(0o600);
    await background.endAll();
    expect(await readFile(outputPath, 'utf8')).toBe('out\nerr\n');
    expect(living([pid!])).toEqual([]);
    expect(background.list()).toEqual([]);
  });

  it('is not bound to the abort of the call that started it', async () => {
    const ready = await pipe('ready');
    const controller = new AbortController();
    await shell(
      { command: `echo $$ > '${ready}'; exec sleep 300`, is_background: true },
      {},
      createToolContext(controller.signal),
    );
    const pids = numbers(await readFile(ready, 'utf8'));
    controller.abort();
    expect(living(pids)).toEqual(pids);
  });

  it('all go at once when the host can not wait', async () => {
    const ready = await pipe('ready');
    const command = `trap '' TERM; sleep 300 & echo $$ $! > '${ready}'; wait`;
    await shell({ command, is_background: true });
    const pids = numbers(await readFile(ready, 'utf8'));
    background.killAllNow();
    await background.endAll();
    expect(living(pids)).toEqual([]);
  });

  it('may sleep as long as it likes', async () => {
    expect(await shell({ command: 'sleep 300', is_background: true })).toMatchObject({ status: 'ok' });
  });
});

describe('put in the background while it runs', () => {
  it('goes on there, with all of its output in a file', async () => {
    const ready = await pipe('ready');
    const command = `echo first; echo $$ > '${ready}'; read go < '${ready}'; echo last; exec sleep 300`;
    const running = shell({ command });
    const [pid] = numbers(await readFile(ready, 'utf8'));
    // What it has said by now is on its way to us; the file has it in any case.
    expect(background.detachAll()).toBe(1);
    const { status, text } = await running;
    const [{ outputPath = '' } = {}] = background.list();
    expect([status, text.replace(/^Output So Far: .*$/m, '')]).toEqual([
      'ok',
      [
        `Command: ${command}`,
        'Directory: (root)',
        'Status: the user put it in the background; it runs until it ends by itself, is ended, or qwen stops.',
        `Task ID: shell-pid-${pid} (task_stop ends it)`,
        '',
        `Output File: ${outputPath} (grows while it runs; read it with read_file)`,
      ].join('\n'),
    ]);
    await writeFile(ready, 'go\n');
    await expect.poll(() => readFile(outputPath, 'utf8')).toBe('first\nlast\n');
    await background.endAll();
    expect(living([pid!])).toEqual([]);
  });

  it('concerns commands in the foreground alone', async () => {
    await shell({ command: 'true' });
    await shell({ command: 'sleep 300', is_background: true });
    expect(background.detachAll()).toBe(0);
  });
});
