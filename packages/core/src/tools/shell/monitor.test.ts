import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../shared/clock.js';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createToolContext } from '../../testing/tool-context.js';
import { createWorkspace } from '../files/workspace.js';
import { createTaskList, type TaskList } from '../tasks/task-list.js';
import { createTaskTools } from '../tasks/task-tools.js';
import type { ToolArguments, ToolResult } from '../types.js';
import { createBackgroundProcesses, type BackgroundProcesses } from './background-processes.js';
import { createMonitorTool } from './monitor-tool.js';
import { createShellTool } from './shell-tool.js';

let folder: TempFolder;
let background: BackgroundProcesses;
let tasks: TaskList;

beforeEach(async () => {
  folder = await createTempFolder();
  background = createBackgroundProcesses({ clock: systemClock });
  tasks = createTaskList(background);
});
afterEach(async () => {
  await background.endAll();
  await folder.remove();
});

const options = (clock: Clock = systemClock) => ({
  workspace: createWorkspace({ cwd: folder.path }),
  clock,
  tempDir: folder.at('temp'),
  background,
  tasks,
});
const monitor = (args: ToolArguments, clock?: Clock): Promise<ToolResult> =>
  createMonitorTool(options(clock)).execute(args, createToolContext());
const task = (name: string, args: ToolArguments = {}): Promise<ToolResult> | undefined =>
  createTaskTools(tasks)
    .find((tool) => tool.name === name)
    ?.execute(args, createToolContext());

async function notesUntil(last: RegExp): Promise<readonly string[]> {
  const notes: string[] = [];
  await expect
    .poll(() => notes.push(...tasks.takeNotes().map(({ text }) => text)) >= 0 && notes.some((note) => last.test(note)))
    .toBe(true);
  return notes;
}

it('tells each line and the end', async () => {
  expect(await monitor({ command: 'echo a; echo; echo b >&2; printf c; exit 3', description: 'a log' })).toEqual({
    status: 'ok',
    text: 'Started monitor-1. You are told its lines with your next steps; task_stop ends it.',
  });
  expect((await notesUntil(/has ended/)).toSorted()).toEqual([
    'Monitor monitor-1 (a log) has ended: the command ended with exit code 3.',
    'Monitor monitor-1 (a log): a',
    'Monitor monitor-1 (a log): b',
    'Monitor monitor-1 (a log): c',
  ]);
  expect((await task('list_agents'))?.text).toBe('- monitor-1 (failed): a log');
});

it('ends after so many lines, and after so long without one', async () => {
  await monitor({ command: 'echo 1; echo 2; echo 3; exec sleep 300', max_events: 2, description: 'm' });
  expect(await notesUntil(/has ended/)).toEqual([
    'Monitor monitor-1 (m): 1',
    'Monitor monitor-1 (m): 2',
    'Monitor monitor-1 (m) has ended: it has told 2 lines.',
  ]);
  const impatient: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms === 77 ? 1 : ms, run) };
  await monitor({ command: 'exec sleep 300', idle_timeout_ms: 77, description: 'm' }, impatient);
  expect(await notesUntil(/has ended/)).toEqual(['Monitor monitor-2 (m) has ended: it was silent for 77 ms.']);
});

it('is ended by task_stop, as is a command in the background', async () => {
  await monitor({ command: 'exec sleep 300', description: 'm' });
  const shell = await createShellTool(options()).execute(
    { command: 'exec sleep 300', is_background: true },
    createToolContext(),
  );
  const id = /Task ID: (shell-pid-\d+) /.exec(shell.text)?.[1];
  expect((await task('list_agents'))?.text).toBe(`- monitor-1 (running): m\n- ${id} (running): exec sleep 300`);
  expect(await task('task_stop', { task_id: 'monitor-1' })).toEqual({ status: 'ok', text: 'monitor-1 was stopped.' });
  expect(await task('task_stop', { task_id: id })).toEqual({ status: 'ok', text: `${id} was stopped.` });
  expect(await task('task_stop', { task_id: id })).toEqual({
    status: 'error',
    text: 'There is no such task. Ids: monitor-1.',
  });
  expect((await task('task_stop', { task_id: 'monitor-1' }))?.text).toBe('monitor-1 has ended already (stopped).');
  expect(background.list()).toEqual([]);
});

it('refuses a directory outside the workspace', async () => {
  expect((await monitor({ command: 'ls', directory: '/etc' })).text).toMatch(/outside the workspace/);
  expect(tasks.list()).toEqual([]);
});
