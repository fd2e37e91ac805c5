/**
 * A stdio MCP server as a child process (MCP specification, stdio transport).
 *
 * Over is over: process exit, stdout end while the process lives, and EPIPE each end the connection at once; what the
 * process wrote before it ended is still read. Closing ends the whole process tree.
 * Lines on stdout that are not JSON-RPC are ignored and reported as junk. stderr is logged only until the first message
 * arrives: from then on it may repeat what a call said.
 */
import type { ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Clock } from '../../shared/clock.js';
import type { DebugLog } from '../../shared/debug-log.js';
import type { TableReader } from '../../shared/process-table.js';
import { endProcessTree } from '../../shared/process-tree.js';
import type { TransportPlan } from '../server-config.js';
import { createInOrder } from './in-order.js';
import { createLineSplitter } from './line-splitter.js';
import type { WatchedTransport } from './types.js';
import { createReachWatch, isJsonRpcMessage, isRequest, sdkShaped } from './watch-reach.js';

/** How long output already written may take to be read once the process is gone or its stdin is closed. */
const DRAIN_MS = 250;
const CLOSE_STDIN_MS = 100;
const SIGTERM_MS = 1_000;

export interface StdioOptions {
  readonly plan: Extract<TransportPlan, { kind: 'stdio' }>;
  /** The parent's environment, over which the plan's own is laid. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly debug: DebugLog;
  /** Shared by the servers of a run, which end together. */
  readonly readTable?: TableReader | undefined;
}

export interface StdioTransport extends WatchedTransport {
  readonly pid: number | undefined;
}

export function createStdioTransport({ plan, env, clock, debug, readTable }: StdioOptions): StdioTransport {
  const watch = createReachWatch();
  let child: ChildProcess | undefined;
  let launched: Promise<void> | undefined;
  // Whoever listens is there from `start` on: what a process that was launched ahead says and does waits until then.
  const whenStarted = createGate();
  let over: { readonly cause: unknown } | undefined;
  let closing: Promise<void> | undefined;
  let spoken = false;

  const end = (cause: unknown): void => {
    if (over !== undefined) return;
    over = { cause };
    watch.allLost(cause);
    transport.onclose?.();
    if (closing === undefined) transport.onlost?.(cause);
  };

  const drainThenEnd = (cause: unknown): void => {
    void clock.sleep(DRAIN_MS).then(() => end(cause));
  };

  const deliver = createInOrder((message) => transport.onmessage?.(message));

  const receive = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(receive);
    if (!isJsonRpcMessage(value)) return transport.onjunk?.('a JSON value that is no JSON-RPC message');
    spoken = true;
    if (watch.arrived(value)) deliver(sdkShaped(value));
    else debug('mcp', 'late reply ignored');
  };

  const lines = createLineSplitter((line) => {
    if (line === '') return;
    const value = parseJson(line);
    if (value === undefined) transport.onjunk?.(line);
    else receive(value);
  });

  const attach = (process: ChildProcess): void => {
    process.stdout?.on('data', (chunk: Buffer) => whenStarted.run(() => lines.push(chunk)));
    process.stdout?.once('end', () => whenStarted.run(() => end(new Error('stdout ended'))));
    process.stdout?.on('error', (error) => whenStarted.run(() => end(error)));
    process.stderr?.on('data', (chunk: Buffer) => {
      transport.onstderr?.(chunk.toString('utf8'));
      if (!spoken) debug('mcp', `stderr of ${plan.command}`, chunk.toString('utf8'));
    });
    process.stdin?.on('error', (error) => whenStarted.run(() => drainThenEnd(error)));
    process.once('exit', (code, signal) => whenStarted.run(() => drainThenEnd(new ProcessExit(code, signal))));
  };

  const launch = (): Promise<void> =>
    new Promise((resolve, reject) => {
      child = spawnServer(plan, env);
      child.once('spawn', resolve);
      child.once('error', reject);
      attach(child);
    });

  const transport: StdioTransport = {
    kind: 'stdio',
    get pid() {
      return child?.pid;
    },
    get exit() {
      return exitOf(child);
    },
    watchAttempt: watch.watchAttempt,
    launch: () => {
      launched ??= launch();
      launched.catch(() => {}); // Told by `start`.
    },
    start: async () => {
      launched ??= launch();
      whenStarted.open();
      try {
        await launched;
      } catch (error) {
        end(error);
        throw error;
      }
    },
    send: async (message: JSONRPCMessage) => {
      const text = `${JSON.stringify(message)}\n`;
      watch.leaving(message);
      const gone = over?.cause ?? exitOf(child);
      if (gone !== undefined || child?.stdin == null) {
        if (isRequest(message)) watch.lost(message.id, gone, 'unsent');
        throw new Error('the server process is gone', { cause: gone });
      }
      if (isRequest(message)) watch.left(message.id);
      child.stdin.write(text);
    },
    close: () => {
      closing ??= closeTree();
      return closing;
    },
  };

  const closeTree = async (): Promise<void> => {
    if (child !== undefined) {
      const { stdin } = child;
      const ask = { politely: () => stdin?.end(), waitMs: CLOSE_STDIN_MS };
      await endProcessTree(child, { clock, graceMs: SIGTERM_MS, ask, readTable });
      await heardOf(child, clock);
    }
    end(new Error('closed'));
  };

  return transport;
}

function spawnServer({ command, args, cwd, env: own }: StdioOptions['plan'], env: StdioOptions['env']): ChildProcess {
  return spawn(command, [...args], {
    cwd,
    env: { ...env, ...own },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

interface Gate {
  /** Runs it now, or in its turn when the gate opens. */
  run(work: () => void): void;
  open(): void;
}

function createGate(): Gate {
  let waiting: (() => void)[] | undefined = [];
  return {
    run: (work) => {
      if (waiting === undefined) work();
      else waiting.push(work);
    },
    open: () => {
      const works = waiting ?? [];
      waiting = undefined;
      for (const work of works) work();
    },
  };
}

/** The system knows that a process is gone a little before its exit is heard of here. */
async function heardOf(child: ChildProcess, clock: Clock): Promise<void> {
  if (child.pid === undefined || exitOf(child) !== undefined) return;
  const patience = new AbortController();
  child.once('exit', () => patience.abort());
  await clock.sleep(DRAIN_MS, patience.signal).catch(() => {});
}

/** How a server process ended, for the sentence that says why it could not be used. */
export class ProcessExit extends Error {
  constructor(
    readonly exitCode: number | null,
    readonly signal: NodeJS.Signals | null,
  ) {
    super(signal === null ? `exited with code ${exitCode}` : `ended by ${signal}`);
  }
}

function exitOf(child: ChildProcess | undefined): ProcessExit | undefined {
  if (child === undefined || (child.exitCode === null && child.signalCode === null)) return undefined;
  return new ProcessExit(child.exitCode, child.signalCode);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
