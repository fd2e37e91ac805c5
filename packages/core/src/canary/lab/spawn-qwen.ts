/** Spawns the binary under test and collects what it says and how it ends. Knows nothing of cases. */
import { spawn, type ChildProcess } from 'node:child_process';
import { killProcessTreeNow } from '../../shared/process-tree.js';

export interface SpawnOptions {
  readonly command: readonly [string, ...string[]];
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface QwenEnd {
  /** Undefined when a signal ended it, or when it could not be started. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpawnedQwen {
  readonly done: Promise<QwenEnd>;
  interrupt(): void;
  /** Ends it with everything it started, at once. Any number of calls. */
  kill(): void;
}

export function spawnQwen({ command, args, cwd, env }: SpawnOptions): SpawnedQwen {
  const [program, ...leading] = command;
  const child = spawn(program, [...leading, ...args], {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: a Ctrl+C in the terminal is the lab's, and the lab ends whole trees.
    detached: process.platform !== 'win32',
  });
  return {
    done: collect(child),
    interrupt: () => interruptGroup(child),
    kill: () => killProcessTreeNow(child),
  };
}

/** As a terminal does it: a launcher that runs the real program as its child need not hand the signal on. */
function interruptGroup(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) {
    child.kill('SIGINT');
    return;
  }
  try {
    process.kill(-child.pid, 'SIGINT');
  } catch {
    // It has ended already.
  }
}

function collect(child: ChildProcess): Promise<QwenEnd> {
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  return new Promise((resolve) => {
    child.once('error', () => resolve({ exitCode: undefined, ...said }));
    child.once('close', (code) => resolve({ exitCode: code ?? undefined, ...said }));
  });
}
