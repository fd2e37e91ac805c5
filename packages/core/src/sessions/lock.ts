/**
 * A lock file that dies with its process: whoever finds one of a dead process may take it over, and of any number that try exactly
 * one gets it. Never waits.
 *
 * A lock appears with its whole content at once (a hard link to a finished file), so nobody reads half of one. A dead lock is
 * removed under a second lock that is named after its token: while that is held nobody else can remove this very lock, and a
 * contender that judged too long ago finds another token and starts over.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Holder, HolderPorts } from './holder.js';
import { isObject } from './stored-record.js';

export type LockAttempt =
  | { readonly kind: 'held'; release(): void }
  /** `elsewhere`: by a process of another machine, which may be dead for all we know. */
  | { readonly kind: 'busy'; readonly by: Holder; readonly elsewhere: boolean };

interface LockContent extends Holder {
  /** Unlike that of any other lock. */
  readonly token: string;
}

/** Throws what the file system throws when a lock can't be written there. */
export function acquireLock(path: string, holders: HolderPorts): LockAttempt {
  const own: LockContent = { ...holders.self(), token: randomBytes(8).toString('hex') };
  while (!create(path, own)) {
    const found = read(path);
    if (found === 'gone') continue;
    const state = found === 'unreadable' ? 'dead' : holders.stateOf(found);
    if (found !== 'unreadable' && state !== 'dead') {
      return { kind: 'busy', by: found, elsewhere: state === 'elsewhere' };
    }
    const refused = removeDead(path, found, holders);
    if (refused !== undefined) return refused;
  }
  return { kind: 'held', release: () => release(path, own) };
}

/** A lock that is no longer ours stays. Never throws: what is left behind is dead with its process. */
function release(path: string, own: LockContent): void {
  try {
    const found = read(path);
    if (found !== 'gone' && found !== 'unreadable' && found.token === own.token) rmSync(path, { force: true });
  } catch {
    // The folder is gone or closed to us.
  }
}

/** A result when another process is just doing the same. */
function removeDead(path: string, dead: LockContent | 'unreadable', holders: HolderPorts): LockAttempt | undefined {
  const guard = acquireLock(`${path}.${tokenOf(dead)}`, holders);
  if (guard.kind === 'busy') return guard;
  const found = read(path);
  if (found !== 'gone' && tokenOf(found) === tokenOf(dead)) rmSync(path, { force: true });
  guard.release();
  return undefined;
}

const tokenOf = (lock: LockContent | 'unreadable'): string => (lock === 'unreadable' ? lock : lock.token);

/** False when there is one already. */
function create(path: string, content: LockContent): boolean {
  const text = JSON.stringify(content);
  const whole = `${path}-${content.token}`;
  writeFileSync(whole, text, { flag: 'wx', mode: 0o600 });
  try {
    return unlessThere(() => linkSync(whole, path));
  } catch {
    // A file system without hard links.
    return unlessThere(() => writeFileSync(path, text, { flag: 'wx', mode: 0o600 }));
  } finally {
    rmSync(whole, { force: true });
  }
}

function unlessThere(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): LockContent | 'gone' | 'unreadable' {
  try {
    const { pid, started, host, token }: Record<string, unknown> = parsed(readFileSync(path, 'utf8'));
    return typeof pid === 'number' && typeof started === 'string' && typeof host === 'string' && isToken(token)
      ? { pid, started, host, token }
      : 'unreadable';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'gone';
    throw error;
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** It becomes part of a file's name. */
const isToken = (token: unknown): token is string => typeof token === 'string' && /^[0-9a-f]{16}$/.test(token);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
