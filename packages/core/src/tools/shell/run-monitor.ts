/**
 * monitor: a command whose lines become notes for the model, within a number of lines and a time of silence. Its process
 * tree ends with it, and with the host. Loaded at the first call.
 */
import { endProcessTree } from '../../shared/process-tree.js';
import { integerArgument, textArgument } from '../arguments.js';
import type { Execute } from '../lazy-tool.js';
import { errorResult, okResult } from '../results.js';
import type { TaskState } from '../tasks/task-list.js';
import { GRACE_MS } from './background-processes.js';
import { DEFAULT_EVENTS, DEFAULT_IDLE_MS, MAX_IDLE_MS, type MonitorOptions } from './monitor-tool.js';
import { checkDirectory, commandEnvironment } from './run-shell.js';
import { startCommand } from './start-command.js';

const MAX_LINE = 500;

export function runMonitorWith(options: MonitorOptions): Execute {
  return async (args) => {
    const command = textArgument(args, 'command') ?? '';
    if (command.trim() === '') return errorResult('The command is empty.');
    const directory = await checkDirectory(options, textArgument(args, 'directory') ?? options.workspace.cwd);
    if (directory.kind === 'refused') return errorResult(directory.shown);
    return start(options, {
      command,
      title: textArgument(args, 'description') ?? command,
      directory: directory.path,
      maxEvents: integerArgument(args, 'max_events', 1) ?? DEFAULT_EVENTS,
      idleMs: Math.min(integerArgument(args, 'idle_timeout_ms', 1) ?? DEFAULT_IDLE_MS, MAX_IDLE_MS),
    });
  };
}

interface MonitorOrder {
  readonly command: string;
  readonly title: string;
  readonly directory: string;
  readonly maxEvents: number;
  readonly idleMs: number;
}

async function start(options: MonitorOptions, order: MonitorOrder): ReturnType<Execute> {
  const { tasks, clock, background } = options;
  const { command, title, directory, maxEvents, idleMs } = order;
  const id = tasks.newId('monitor');
  let state: TaskState = 'running';
  let events = 0;
  let rest = '';
  let cancelIdle = (): void => {};
  let end: (how: TaskState, why: string) => Promise<void> = () => Promise.resolve();

  const tell = (line: string): void => {
    if (state !== 'running' || line.trim() === '') return;
    cancelIdle();
    cancelIdle = clock.after(idleMs, () => void end('stopped', `it was silent for ${idleMs} ms`));
    tasks.note(`Monitor ${id} (${title}): ${line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line}`);
    events += 1;
    if (events >= maxEvents) void end('stopped', `it has told ${maxEvents} lines`);
  };
  const onOutput = (chunk: Buffer): Promise<void> => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = (lines.pop() ?? '').slice(-MAX_LINE * 2);
    lines.forEach(tell);
    return Promise.resolve();
  };

  const started = await startCommand({ command, directory, env: commandEnvironment(options), onOutput });
  if (started.kind === 'not-started') return errorResult(`The command could not be started (${started.errorCode}).`);
  const { child } = started;
  const unwatch = background.watch(child);
  end = async (how, why) => {
    if (state !== 'running') return;
    state = how;
    cancelIdle();
    tasks.note(`Monitor ${id} (${title}) has ended: ${why}.`);
    await endProcessTree(child, { clock, graceMs: GRACE_MS });
    unwatch();
  };
  cancelIdle = clock.after(idleMs, () => void end('stopped', `it was silent for ${idleMs} ms`));
  void started.ended.then(async ({ exitCode, signal }) => {
    await started.outputEnded;
    tell(rest);
    await end(exitCode === 0 ? 'completed' : 'failed', `the command ended with ${signal ?? `exit code ${exitCode}`}`);
  });
  started.release();
  tasks.add({ id, kind: 'monitor', title, state: () => state, stop: () => end('stopped', 'it was stopped') });
  return okResult(`Started ${id}. You are told its lines with your next steps; task_stop ends it.`);
}
