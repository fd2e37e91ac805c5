import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { createTempFolder, type TempFolder } from '@qwen-code/qwen-code-core/testing/temp-folder.js';
import { createWorkspace } from '@qwen-code/qwen-code-core/tools/files/workspace.js';
import {
  createBackgroundProcesses,
  type BackgroundProcesses,
} from '@qwen-code/qwen-code-core/tools/shell/background-processes.js';
import { createShellTool } from '@qwen-code/qwen-code-core/tools/shell/shell-tool.js';
import { createTypedShell, type TypedCommandEnd, type TypedShell } from './typed-shell.js';

let folder: TempFolder;
let background: BackgroundProcesses;
beforeEach(async () => {
  folder = await createTempFolder();
  background = createBackgroundProcesses({ clock });
});
afterEach(async () => {
  await background.endAll();
  await folder.remove();
});

function shell({ deny = [], hasTool = true }: { deny?: readonly string[]; hasTool?: boolean } = {}): TypedShell {
  const [cwd, tempDir] = [folder.path, folder.at('temp')];
  const tool = createShellTool({ workspace: createWorkspace({ cwd }), clock, tempDir, background });
  const place = { cwd, homeDir: folder.path, env: process.env, platform: process.platform };
  return createTypedShell({
    ...{ place, clock, tempDir, background },
    settings: { shell: { defaultTimeoutMs: 1_000 }, truncateToolOutputThreshold: 1_000, truncateToolOutputLines: 100 },
    env: process.env,
    tools: hasTool ? [tool] : [],
    sessionId: () => 's-1',
    policy: () => ({
      mode: 'plan',
      rules: { allow: [], ask: ['Bash'], deny },
      workspaceTrusted: false,
      dirs: { project: cwd, home: cwd },
    }),
  });
}

async function run(typed: TypedShell, command: string): Promise<{ end: TypedCommandEnd; heard: string }> {
  let heard = '';
  const { signal } = new AbortController();
  const end = await typed.run(command, { signal, onOutput: (text) => (heard += text) });
  return { end, heard };
}

describe('a command', () => {
  it.each<[string, string, TypedCommandEnd]>([
    ['that succeeds', 'echo out; echo err >&2', { status: 'ok', text: 'out\nerr' }],
    ['that fails', 'echo out; exit 3', { status: 'error', text: 'out\n(exit code 3)' }],
    ['that fails without a word', 'false', { status: 'error', text: '(exit code 1)' }],
    ['that is killed', 'kill -9 $$', { status: 'error', text: '(ended by SIGKILL)' }],
    ['that colours what it says', "printf '\\033[31mred\\033[0m'", { status: 'ok', text: 'red' }],
  ])('%s is told as it ended, whatever the mode', async (_name, command, expected) => {
    const { end, heard } = await run(shell(), command);
    expect(end).toEqual(expected);
    expect(expected.text.startsWith(heard.trim())).toBe(true);
  });

  it.each<[string, Parameters<typeof shell>[0], string]>([
    [
      'a deny rule',
      { deny: ['Bash(touch *)'] },
      'It was not run: the rule "Bash(touch *)" in permissions.deny (or --exclude-tools) refuses it.',
    ],
    ['a run without a shell', { hasTool: false }, 'This run has no shell: run_shell_command is switched off.'],
  ])('is refused by %s, and the model hears nothing of it', async (_name, options, text) => {
    const typed = shell(options);
    expect((await run(typed, `touch ${folder.at('made')}`)).end).toEqual({ status: 'denied', text });
    expect(typed.withResults({ text: 'hi' })).toEqual({ text: 'hi' });
    expect(existsSync(folder.at('made'))).toBe(false);
  });
});

it('tells the model of what was run, with the next message and only with that', async () => {
  const typed = shell();
  await run(typed, 'echo one');
  await run(typed, 'exit 2');
  const { text } = typed.withResults({ text: 'and now?' });
  expect(text).toMatch(
    /^I ran this in the terminal myself:\n--- Begin of a command \[(\w+)\] ---\nCommand: echo one[^]*Output: one[^]*--- End of a command \[\1\] ---\n--- Begin[^]*Exit Code: 2[^]*\n\nand now\?$/,
  );
  expect(typed.withResults({ text: 'more' })).toEqual({ text: 'more' });
});

it('stops a command with everything it started', async () => {
  const typed = shell();
  const stop = new AbortController();
  const end = await typed.run('echo begun; sleep 600', { signal: stop.signal, onOutput: () => stop.abort() });
  expect(end).toEqual({ status: 'cancelled', text: 'begun\n(stopped, with everything it started)' });
});

it('lets a command go on in the background', async () => {
  const typed = shell();
  const { signal } = new AbortController();
  const end = await typed.run('echo begun; sleep 600', { signal, onOutput: () => typed.toBackground() });
  const [{ pid, outputPath } = { pid: 0, outputPath: '' }] = background.list();
  expect(end).toEqual({
    status: 'ok',
    text: `It goes on in the background as shell-pid-${pid}; its output goes to ${outputPath}`,
  });
  expect(typed.toBackground()).toBe(0);
});
