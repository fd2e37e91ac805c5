/**
 * stdout and stderr of this process. Text waits in the stream until the reader takes it; `flush` tells when all of it
 * is through, so that nothing is cut off at exit. A reader that went away (EPIPE) is not an error: what follows is
 * dropped quietly, and `closed` fires so that the run can stop.
 */
import type { Writable } from 'node:stream';
import type { Output } from '../headless/renderer.js';

export interface ProcessOutput extends Output {
  /** Aborts when nobody reads stdout any more. */
  readonly closed: AbortSignal;
  /** Resolves once everything written has been taken, or can't be. */
  flush(): Promise<void>;
}

export function openOutput(stdout: Writable, stderr: Writable): ProcessOutput {
  const gone = new AbortController();
  const broken = new Set<Writable>();
  stdout.on('error', () => {
    broken.add(stdout);
    gone.abort();
  });
  // Nobody reads stderr: there is nowhere left to say so.
  stderr.on('error', () => broken.add(stderr));

  const write = (stream: Writable, text: string): void => {
    if (!broken.has(stream)) stream.write(text);
  };
  const drained = (stream: Writable): Promise<void> =>
    broken.has(stream) ? Promise.resolve() : new Promise((resolve) => stream.write('', () => resolve()));

  return {
    stdout: (text) => write(stdout, text),
    stderr: (text) => write(stderr, text),
    closed: gone.signal,
    flush: async () => {
      await Promise.all([drained(stdout), drained(stderr)]);
    },
  };
}
