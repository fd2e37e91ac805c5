/**
 * run_shell_command: decides where and how long a command may run, and words what came of it. Loaded at the first call.
 */
import { stat } from 'node:fs/promises';
import type { Environment } from '../../shared/find-executable.js';
import { DEFAULT_TEXT_LIMIT } from '../../shared/text-limit.js';
import { flagArgument, integerArgument, textArgument } from '../arguments.js';
import type { Execute } from '../lazy-tool.js';
import { cancelledResult, errorResult, okResult } from '../results.js';
import type { ToolContext, ToolResult } from '../types.js';
import { isLongBareSleep, MAX_SLEEP_SECONDS } from './bare-sleep.js';
import { runBackground } from './run-background.js';
import { runForeground } from './run-foreground.js';
import { backgroundText, commandText } from './shell-text.js';
import { DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS, type ShellToolOptions } from './shell-tool.js';

interface ShellRequest {
  readonly command: string;
  /** As the model gave it. */
  readonly asked: string | undefined;
  /** Where it runs. */
  readonly directory: string;
  readonly limitMs: number;
}

const DEFAULT_HEARTBEAT_MS = 10_000;

export function runShellWith(options: ShellToolOptions): Execute {
  const { workspace, defaultTimeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return async (args, context) => {
    const command = textArgument(args, 'command') ?? '';
    if (command.trim() === '') return errorResult('The command is empty.');
    const inBackground = flagArgument(args, 'is_background') ?? false;
    if (!inBackground && isLongBareSleep(command)) return errorResult(SLEEP_SHOWN);
    const asked = textArgument(args, 'directory');
    const directory = await checkDirectory(options, asked ?? workspace.cwd);
    if (directory.kind === 'refused') return errorResult(directory.shown);
    const limitMs = Math.min(integerArgument(args, 'timeout', 1) ?? defaultTimeoutMs, MAX_TIMEOUT_MS);
    const request = { command, asked, directory: directory.path, limitMs };
    return inBackground ? startInBackground(options, request) : runToEnd(options, request, context);
  };
}

const SLEEP_SHOWN =
  `A command that only sleeps longer than ${MAX_SLEEP_SECONDS} seconds is not run. ` +
  `Wait for the thing itself instead, or start the slow command with is_background and read its output later.`;

type Directory = { readonly kind: 'ok'; readonly path: string } | { readonly kind: 'refused'; readonly shown: string };

/** Where a command may run: an existing directory of the workspace. */
export async function checkDirectory({ workspace }: ShellToolOptions, asked: string): Promise<Directory> {
  const checked = await workspace.check(asked, 'write');
  if (checked.kind === 'refused') return checked;
  const stats = await stat(checked.real).catch(() => undefined);
  if (stats?.isDirectory()) return { kind: 'ok', path: checked.path };
  return {
    kind: 'refused',
    shown: `${checked.path} ${stats === undefined ? 'does not exist' : 'is not a directory'}.`,
  };
}

async function runToEnd(options: ShellToolOptions, request: ShellRequest, context: ToolContext): Promise<ToolResult> {
  const run = await runForeground({
    ...options,
    ...request,
    env: commandEnvironment(options),
    heartbeatMs: options.heartbeatMs ?? DEFAULT_HEARTBEAT_MS,
    outputLimit: options.outputLimit ?? DEFAULT_TEXT_LIMIT,
    signal: context.signal,
    onProgress: (progress) => context.onProgress(progress),
  });
  const text = commandText({ ...run, command: request.command, directory: request.asked });
  if (run.outcome.kind === 'cancelled') return cancelledResult(text);
  return run.outcome.kind === 'exited' || run.outcome.kind === 'detached' ? okResult(text) : errorResult(text);
}

async function startInBackground(options: ShellToolOptions, request: ShellRequest): Promise<ToolResult> {
  const start = await runBackground({ ...options, ...request, env: commandEnvironment(options) });
  if (start.kind === 'not-started') return errorResult(`The command could not be started (${start.errorCode}).`);
  return okResult(backgroundText({ ...start, command: request.command, directory: request.asked }));
}

/** What a command finds in its environment. */
export function commandEnvironment({
  env = process.env,
  pager = 'cat',
  sessionId,
  projectDir,
}: Pick<ShellToolOptions, 'env' | 'pager' | 'sessionId' | 'projectDir'>): Environment {
  return {
    ...env,
    QWEN_CODE: '1',
    ...(sessionId !== undefined && { QWEN_CODE_SESSION_ID: sessionId() }),
    ...(projectDir !== undefined && { QWEN_CODE_PROJECT_DIR: projectDir }),
    PAGER: pager,
    GIT_PAGER: pager,
  };
}
