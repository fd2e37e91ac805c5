/** The labelled lines in which a command's end is told to the model. Pure. */
import { shellTaskId } from '../tasks/task-list.js';
import type { CapturedOutput } from './output-capture.js';
import type { CommandExit, NotStarted } from './start-command.js';

export type CommandOutcome =
  | CommandExit
  | NotStarted
  | { readonly kind: 'timed-out'; readonly limitMs: number }
  | { readonly kind: 'cancelled' }
  /** The user put it in the background; `outputPath` is where its output goes on. */
  | { readonly kind: 'detached'; readonly outputPath: string | undefined };

export interface CommandReport {
  readonly command: string;
  /** As the model gave it; undefined for the working directory. */
  readonly directory: string | undefined;
  readonly output: CapturedOutput;
  readonly outcome: CommandOutcome;
  readonly pid: number | undefined;
  readonly leftRunning: boolean;
}

export function commandText({ command, directory, output, outcome, pid, leftRunning }: CommandReport): string {
  const exited = outcome.kind === 'exited' ? outcome : undefined;
  if (outcome.kind === 'detached') return detachedText({ command, directory, output, pid, ...outcome });
  return [
    `Command: ${command}`,
    `Directory: ${directory ?? '(root)'}`,
    `Output: ${outputText(output)}`,
    `Error: ${errorText(outcome)}`,
    `Exit Code: ${exited?.exitCode ?? '(none)'}`,
    `Signal: ${exited?.signal ?? '(none)'}`,
    `Process Group PGID: ${pid ?? '(none)'}`,
    ...(leftRunning
      ? [`Still Running: processes that it started go on in process group ${pid} until qwen stops.`]
      : []),
  ].join('\n');
}

function outputText({ text, cut, saved, totalBytes }: CapturedOutput): string {
  if (totalBytes === 0) return '(empty)';
  const shown = text.replace(/\n+$/, '');
  if (!cut) return shown;
  if (saved === undefined) return `${shown}\n[The output of ${totalBytes} bytes was cut; the rest could not be saved.]`;
  const what =
    saved.bytes === totalBytes
      ? `The whole output (${totalBytes} bytes)`
      : `The first ${saved.bytes} of ${totalBytes} bytes`;
  return `${shown}\n[The output was cut. ${what} can be read with read_file: ${saved.path}]`;
}

interface DetachedReport extends Pick<CommandReport, 'command' | 'directory' | 'output' | 'pid'> {
  readonly outputPath: string | undefined;
}

const detachedText = ({ command, directory, output, pid, outputPath }: DetachedReport): string =>
  [
    `Command: ${command}`,
    `Directory: ${directory ?? '(root)'}`,
    'Status: the user put it in the background; it runs until it ends by itself, is ended, or qwen stops.',
    `Task ID: ${shellTaskId(pid ?? 0)} (task_stop ends it)`,
    `Output So Far: ${outputText(output)}`,
    `Output File: ${outputPath === undefined ? 'none, it could not be written' : `${outputPath} (grows while it runs; read it with read_file)`}`,
  ].join('\n');

function errorText(outcome: Exclude<CommandOutcome, { kind: 'detached' }>): string {
  switch (outcome.kind) {
    case 'exited':
      return '(none)';
    case 'cancelled':
      return 'Cancelled; the command and everything it started were ended.';
    case 'timed-out':
      return `Not done after ${outcome.limitMs} ms; the command and everything it started were ended. Give a longer timeout, or set is_background.`;
    case 'not-started':
      return `The command could not be started (${outcome.errorCode}).`;
  }
}

export interface BackgroundReport {
  readonly command: string;
  readonly directory: string | undefined;
  readonly pid: number;
  readonly outputPath: string;
}

export function backgroundText({ command, directory, pid, outputPath }: BackgroundReport): string {
  return [
    `Command: ${command}`,
    `Directory: ${directory ?? '(root)'}`,
    'Status: started in the background; it runs until it ends by itself, is ended, or qwen stops.',
    `Task ID: ${shellTaskId(pid)} (task_stop ends it)`,
    `PID: ${pid}`,
    `Process Group PGID: ${pid}`,
    `Output File: ${outputPath} (grows while it runs; read it with read_file)`,
  ].join('\n');
}
