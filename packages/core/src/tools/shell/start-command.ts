/**
 * Starts one command line as a process tree of its own, stdin closed, and hands its output on chunk by chunk with
 * back-pressure. Neither waits for its end nor ends it.
 */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Environment } from '../../shared/find-executable.js';
import { findShell, type ShellProgram } from './shell-program.js';

export interface CommandOrder {
  readonly command: string;
  readonly directory: string;
  readonly env: Environment;
  onOutput(chunk: Buffer): Promise<void>;
}

export interface CommandExit {
  readonly kind: 'exited';
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface NotStarted {
  readonly kind: 'not-started';
  /** What the system said, as a code such as E2BIG. */
  readonly errorCode: string;
}

export interface StartedCommand {
  readonly kind: 'started';
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves when the shell itself has ended, whatever it left behind. */
  readonly ended: Promise<CommandExit>;
  /** Resolves when nobody can write to the output any more. */
  readonly outputEnded: Promise<void>;
  /** Lets the host exit although the command or its output still lives. */
  release(): void;
}

export async function startCommand(order: CommandOrder): Promise<StartedCommand | NotStarted> {
  const shell = await findShell(order.env);
  try {
    const child = spawnShell(shell, order);
    const { pid } = child;
    if (pid === undefined) {
      const [error] = await once(child, 'error');
      throw error;
    }
    return follow(child, pid, order);
  } catch (error) {
    return { kind: 'not-started', errorCode: codeOf(error) };
  }
}

type OutputProcess = ChildProcessByStdio<null, Readable, Readable>;

function spawnShell(shell: ShellProgram, { command, directory, env }: CommandOrder): OutputProcess {
  return spawn(shell.file, shell.argumentsFor(command), {
    cwd: directory,
    // The shell believes PWD when it fits, so a working directory keeps the name by which it was given.
    env: { ...env, PWD: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: shell.verbatim,
  });
}

function follow(child: OutputProcess, pid: number, { onOutput }: CommandOrder): StartedCommand {
  const ended = new Promise<CommandExit>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ kind: 'exited', exitCode, signal }));
  });
  const streams = [child.stdout, child.stderr];
  return {
    kind: 'started',
    child,
    pid,
    ended,
    outputEnded: handOn(streams, onOutput),
    release: () => {
      child.unref();
      for (const stream of streams) if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
    },
  };
}

/** In the order of arrival; a chunk is asked for only when the one before has been dealt with. */
async function handOn(streams: readonly Readable[], onOutput: (chunk: Buffer) => Promise<void>): Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const pump = async (stream: Readable): Promise<void> => {
    for await (const chunk of stream) {
      last = last.then(() => onOutput(Buffer.from(chunk)));
      await last;
    }
  };
  await Promise.allSettled(streams.map(pump));
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';
