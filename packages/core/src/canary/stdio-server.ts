/**
 * A canary over standard input and output. Writes are synchronous on the file descriptor, so that "a whole reply, then
 * exit" and "half a frame, then exit" mean exactly that.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Canary, Exchange, WireAction } from './canary.js';
import type { Clock } from '../shared/clock.js';
import type { RpcMessage } from './rpc.js';

const STDIN = 0;
const STDOUT = 1;

export function serveStdio(canary: Canary, clock: Clock): void {
  const { plan } = canary;
  for (const line of plan.banner ?? []) writeAll(`${line}\n`);
  const input = createInterface({ input: process.stdin, crlfDelay: Infinity });
  input.on('line', (line) => {
    if (line.trim() !== '') void canary.receive(JSON.parse(line) as RpcMessage, stdioExchange(canary, clock));
  });
  input.on('close', () => {
    if (plan.outlivesInput !== true) process.exit(0);
  });
  if (plan.outlivesInput === true) setInterval(() => {}, 1 << 30);
}

const stdioExchange = (canary: Canary, clock: Clock): Exchange => ({
  session: undefined,
  begin: () => {},
  forget: () => {},
  notify: (message) => writeAll(`${JSON.stringify(message)}\n`),
  junk: (lines) => {
    for (const line of lines) writeAll(`${line}\n`);
  },
  finish: async (action, reply) => {
    await finishStdio(canary, clock, action, `${JSON.stringify(reply)}\n`);
  },
});

async function finishStdio(
  { ledger, generation }: Canary,
  clock: Clock,
  action: WireAction,
  frame: string,
): Promise<void> {
  switch (action.kind) {
    case 'reply':
      writeAll(frame);
      return;
    case 'reply-then-exit':
      writeAll(frame);
      if (action.afterMs !== undefined) await clock.sleep(action.afterMs);
      process.exit(0);
      return;
    case 'half-reply':
      writeAll(frame.slice(0, Math.floor(frame.length / 2)));
      process.exit(1);
      return;
    case 'close-stdout':
      replaceByNull(STDOUT, 'w');
      ledger.append({ event: 'closed', generation, stream: 'stdout' });
      return;
    case 'close-stdin':
      writeAll(frame);
      process.stdin.destroy();
      replaceByNull(STDIN, 'r');
      ledger.append({ event: 'closed', generation, stream: 'stdin' });
      return;
    case 'hang':
      return;
    default:
      throw new Error(`A stdio canary can't do "${action.kind}".`);
  }
}

/** Closes a descriptor and takes it at once, so that nothing opened later is mistaken for it. */
function replaceByNull(fd: number, flags: 'r' | 'w'): void {
  closeSync(fd);
  openSync('/dev/null', flags);
}

/** Writes every byte; a full pipe is waited for, since the descriptor blocks or says EAGAIN. */
function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += writeSync(STDOUT, bytes, sent);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') continue;
      if (code === 'EBADF' || code === 'EPIPE') return;
      throw error;
    }
  }
}
