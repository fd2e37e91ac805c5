/**
 * Runs one canary server for whoever drives it: writes the plan, supervises the process of a remote one (a stdio one is
 * started by its client), and reads the ledger. Waits are for events: a line of the ledger, never a time.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { gatePath } from './gates.js';
import { countLedger, pidsIn, readLedger, type LedgerCounts, type LedgerEvent } from './ledger.js';
import { ledgerPath, type CanaryPlan } from './plan.js';

export type CanaryOptions = Omit<CanaryPlan, 'stateDir'> & {
  /** Remote only: the next process starts at once when one dies (default), or once this gate is opened, or never. */
  readonly respawn?: { readonly gate: string } | 'never';
};

export interface CanaryHost {
  readonly name: string;
  /** The transport's part of an `mcpServers` entry. */
  readonly entry: Readonly<Record<string, unknown>>;
  readonly stateDir: string;
  events(): LedgerEvent[];
  counts(tool?: string): LedgerCounts;
  /** Resolves with the first event that fits, now or later; rejects with the signal's reason when that fires first. */
  waitFor(fits: (event: LedgerEvent) => boolean, signal?: AbortSignal): Promise<LedgerEvent>;
  openGate(gate: string): Promise<void>;
  /** Process ids that started, oldest first. */
  pids(): number[];
  /** Ends a remote canary; a stdio one belongs to its client. */
  stop(): Promise<void>;
}

export interface HostOptions {
  /** Directory over the state directories of all canaries. */
  readonly root: string;
  readonly name: string;
  /** Path of the canary program, for plain `node`. */
  readonly program: string;
  readonly canary: CanaryOptions;
  readonly signal?: AbortSignal;
}

/** Prepares one canary; a remote one listens when this resolves. */
export async function hostServer({ root, name, program, canary, signal }: HostOptions): Promise<CanaryHost> {
  const { respawn, ...plan } = canary;
  const stateDir = join(root, name.replaceAll(/[^\w-]/g, '_'));
  const planPath = join(stateDir, 'plan.json');
  await mkdir(stateDir, { recursive: true });
  await writeFile(planPath, JSON.stringify({ ...plan, stateDir }));
  const watching = watchedLedger(stateDir);
  const base = {
    name,
    stateDir,
    ...watching,
    openGate: (gate: string) => writeFile(gatePath(stateDir, gate), ''),
    pids: () => pidsIn(watching.events()),
  };
  if (plan.transport === 'stdio') {
    return { ...base, entry: { command: process.execPath, args: [program, planPath] }, stop: async () => {} };
  }
  const stop = supervise([program, planPath], async (exited) => {
    if (respawn === 'never') return false;
    if (respawn !== undefined) await Promise.race([waitForFile(stateDir, gatePath(stateDir, respawn.gate)), exited]);
    return true;
  });
  try {
    const ready = await watching.waitFor((event) => event.event === 'listening', signal);
    const address = `http://127.0.0.1:${ready.event === 'listening' ? ready.port : 0}`;
    const entry = plan.transport === 'http' ? { httpUrl: `${address}/mcp` } : { url: `${address}/sse` };
    return { ...base, entry, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the program again and again until stopped. Its standard input is a pipe of ours: a plan with `endsWithInput`
 * ends with this process, however that ends.
 */
function supervise(args: readonly string[], again: (stopped: Promise<void>) => Promise<boolean>): () => Promise<void> {
  let stopping = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stopping = resolve;
  });
  let isStopped = false;
  let child: ChildProcess | undefined;
  const run = async (): Promise<void> => {
    do {
      child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin?.on('error', () => {});
      await new Promise((resolve) => child?.once('exit', resolve));
    } while (!isStopped && (await again(stopped)) && !isStopped);
  };
  const running = run();
  return async () => {
    isStopped = true;
    stopping();
    child?.kill('SIGKILL');
    await running;
  };
}

/** Reads a ledger and waits for its lines. */
export function watchedLedger(stateDir: string): Pick<CanaryHost, 'events' | 'counts' | 'waitFor'> {
  const events = (): LedgerEvent[] => readLedger(ledgerPath(stateDir));
  return {
    events,
    counts: (tool) => countLedger(events(), tool),
    waitFor: (fits, signal) => untilChange(stateDir, () => events().find(fits), signal),
  };
}

const waitForFile = async (directory: string, path: string): Promise<void> => {
  await untilChange(directory, () => (existsSync(path) ? true : undefined));
};

/** Resolves with what `look` finds, looking again whenever something in the directory changes. */
export function untilChange<T>(directory: string, look: () => T | undefined, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const watcher = watch(directory, () => check());
    const end = (settle: () => void): void => {
      watcher.close();
      signal?.removeEventListener('abort', stop);
      settle();
    };
    const stop = (): void => end(() => reject(signal?.reason as Error));
    const check = (): void => {
      try {
        const found = look();
        if (found !== undefined) end(() => resolve(found));
      } catch (error) {
        end(() => reject(error as Error));
      }
    };
    signal?.addEventListener('abort', stop);
    if (signal?.aborted === true) stop();
    else check();
  });
}
