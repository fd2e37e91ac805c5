/**
 * `--debug`: a log of one session, readable by its owner alone. Holds what happened and why (error classes, codes and
 * messages along the cause chain), never tool arguments; secrets that are known are blanked out.
 */
import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';

const DETAIL_LIMIT = 4_000;

export interface DebugFileOptions {
  readonly clock: Clock;
  /** The folder of run-time data, usually ~/.qwen. */
  readonly runtimeDir: string;
  readonly sessionId: string;
  /** Values that must never be written: keys and tokens of this run. */
  readonly secrets: readonly string[];
}

export interface DebugFile {
  readonly path: string;
  readonly log: DebugLog;
}

export function openDebugFile({ clock, runtimeDir, sessionId, secrets }: DebugFileOptions): DebugFile {
  const folder = join(runtimeDir, 'debug');
  const path = join(folder, `${sessionId}.txt`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  appendFileSync(path, '', { mode: 0o600 });
  chmodSync(path, 0o600);
  const clean = (text: string): string =>
    secrets
      .filter((secret) => secret !== '')
      .reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text)
      .replace(/(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 ***');
  return {
    path,
    log: (scope, message, detail) => {
      const about = detail === undefined ? '' : ` ${describe(detail)}`;
      appendFileSync(path, clean(`${new Date(clock.now()).toISOString()} ${scope}: ${message}${about}\n`));
    },
  };
}

/** Errors by class, code, message and cause; their other fields may hold requests and headers. */
function describe(detail: unknown): string {
  const text =
    detail instanceof Error ? describeError(detail, 0) : inspect(detail, { depth: 3, breakLength: Infinity });
  return text.length > DETAIL_LIMIT ? `${text.slice(0, DETAIL_LIMIT)} …` : text;
}

function describeError(error: Error, depth: number): string {
  const { code } = error as NodeJS.ErrnoException;
  const own = `${error.name}${code === undefined ? '' : ` [${code}]`}: ${error.message}`;
  const stack = depth === 0 ? (error.stack ?? '').split('\n').slice(1, 6).join('\n') : '';
  const { cause } = error;
  const why = cause instanceof Error && depth < 5 ? ` <- ${describeError(cause, depth + 1)}` : '';
  return `${own}${why}${stack === '' ? '' : `\n${stack}`}`;
}
