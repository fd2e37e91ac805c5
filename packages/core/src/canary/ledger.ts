/**
 * The durable ledger of a canary server: what really happened, counted by the server itself.
 *
 * One JSON line an event, appended with O_APPEND in one write and fsynced before the call returns, so that a line is on
 * disk before anything it records is acknowledged, and lines of several processes never mix. It never rewrites a line.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

export type LedgerEvent =
  /** A generation began: a process started, or a running one changed its tools (`bump`). Its place is its number. */
  | {
      event: 'start';
      pid: number;
      cause: 'process' | 'bump';
      nonce: string;
      /** Earlier processes of this server that still ran at that moment. */
      elders: readonly number[];
    }
  | { event: 'listening'; generation: number; port: number }
  /** Any request but `tools/call`; HTTP verbs GET and DELETE count as methods of their own. */
  | { event: 'request'; generation: number; method: string; nth: number; session?: string; lastEventId?: string }
  | {
      event: 'call';
      generation: number;
      tool: string;
      nth: number;
      id: string | number;
      args: unknown;
      progress: boolean;
      session?: string;
    }
  /** The effect of a call is done. */
  | { event: 'commit'; generation: number; tool: string; nth: number; args: unknown }
  | { event: 'fault'; generation: number; on: string; tool?: string; nth: number; kind: string }
  | { event: 'notification'; generation: number; method: string; requestId?: string | number }
  /** A stdio server has closed this descriptor of its own. */
  | { event: 'closed'; generation: number; stream: 'stdin' | 'stdout' }
  /** A request that named a session which this generation does not know. */
  | { event: 'stale'; generation: number; session: string };

export interface Ledger {
  append(event: LedgerEvent): void;
  events(): LedgerEvent[];
}

export function openLedger(path: string): Ledger {
  return {
    append: (event) => {
      const fd = openSync(path, 'a', 0o600);
      try {
        writeSync(fd, `${JSON.stringify(event)}\n`);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
    },
    events: () => readLedger(path),
  };
}

/** Every whole line of the ledger; a missing file is an empty ledger, a torn last line is left out. */
export function readLedger(path: string): LedgerEvent[] {
  return readText(path)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LedgerEvent);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

export interface LedgerCounts {
  /** `tools/call` requests that arrived. */
  readonly invocations: number;
  /** Effects that were done. */
  readonly commits: number;
  /** Processes started. */
  readonly starts: number;
  /** `tools/list` requests that arrived, pages included. */
  readonly listings: number;
}

/** Counts over the whole ledger, or of one tool. */
export function countLedger(events: readonly LedgerEvent[], tool?: string): LedgerCounts {
  const ofTool = (event: { tool: string }): boolean => tool === undefined || event.tool === tool;
  return {
    invocations: events.filter((event) => event.event === 'call' && ofTool(event)).length,
    commits: events.filter((event) => event.event === 'commit' && ofTool(event)).length,
    starts: events.filter((event) => event.event === 'start' && event.cause === 'process').length,
    listings: events.filter((event) => event.event === 'request' && event.method === 'tools/list').length,
  };
}

/** Starts a generation: the line is written first, its place among the start lines is the number. */
export function claimGeneration(ledger: Ledger, cause: 'process' | 'bump', nonce: string): number {
  const elders = pidsIn(ledger.events()).filter((pid) => pid !== process.pid && isAlive(pid));
  ledger.append({ event: 'start', pid: process.pid, cause, nonce, elders });
  const starts = ledger.events().filter((event) => event.event === 'start');
  return starts.findIndex((start) => start.nonce === nonce) + 1;
}

/** The processes that started, oldest first. */
export const pidsIn = (events: readonly LedgerEvent[]): number[] =>
  events.flatMap((event) => (event.event === 'start' && event.cause === 'process' ? [event.pid] : []));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
