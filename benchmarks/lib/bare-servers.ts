/**
 * The servers of a run without any qwen: started side by side, initialised, listed, ended. No client can be faster, so
 * this is the floor that the figures with servers stand on.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { plainEnvironment } from './bench-home.js';
import { readChildrenCpuMs } from './proc.js';
import { monotonicMs } from './run-qwen.js';

export interface BareServers {
  /** From the first spawn to the last tool list. */
  readonly listedMs: number;
  readonly cpuMs: number | undefined;
}

const HELLO = [
  {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bare', version: '0' } },
  },
  { method: 'notifications/initialized' },
  { id: 1, method: 'tools/list' },
];

export async function runBareServers(count: number, args: readonly string[]): Promise<BareServers> {
  const cpuBefore = readChildrenCpuMs();
  const startedMs = monotonicMs();
  const servers = Array.from({ length: count }, () => startServer(args));
  await Promise.all(servers.map(({ listed }) => listed));
  const listedMs = monotonicMs() - startedMs;
  await Promise.all(servers.map(({ end }) => end()));
  const cpuAfter = readChildrenCpuMs();
  return { listedMs, cpuMs: cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore };
}

function startServer(args: readonly string[]): { listed: Promise<void>; end(): Promise<void> } {
  const child = spawn(process.execPath, args, { env: plainEnvironment(), stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const listed = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if ((JSON.parse(line) as { id: number }).id === 1) resolve();
    });
  });
  child.stdin.write(HELLO.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  return {
    listed,
    end: () => {
      child.stdin.end();
      return exited;
    },
  };
}
