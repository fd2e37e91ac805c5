/** Asks a process that was started with the heap probe for its memory, after a garbage collection. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

export interface HeapReading {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
}

const LOOK_AGAIN_MS = 5;
const GIVE_UP_MS = 10_000;

const probeFile = (stateDir: string): string => join(stateDir, 'heap.json');

/** Environment of a process that can be asked. */
export const probeEnvironment = (serversDir: string, stateDir: string): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import ${pathToFileURL(join(serversDir, 'heap-probe.mjs')).href}`,
  HEAP_PROBE_FILE: probeFile(stateDir),
});

/** Bytes, or undefined when the process does not answer. */
export async function readHeap(pid: number, stateDir: string): Promise<HeapReading | undefined> {
  const path = probeFile(stateDir);
  rmSync(path, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let waitedMs = 0; waitedMs < GIVE_UP_MS; waitedMs += LOOK_AGAIN_MS) {
    const text = readIfThere(path);
    if (text !== undefined) return JSON.parse(text) as HeapReading;
    await wait(LOOK_AGAIN_MS);
  }
  return undefined;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
