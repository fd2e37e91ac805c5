/** One bootstrap at a time in one work tree: a folder is the lock, and it names the process that holds it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Runs `work` while holding the lock at `path`; a lock whose owner is gone is taken over. */
export async function withLock(path, work) {
  while (!take(path)) {
    if (ownerIsGone(path)) rmSync(path, { recursive: true, force: true });
    else await wait(100);
  }
  const release = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function take(path) {
  mkdirSync(dirname(path), { recursive: true });
  try {
    mkdirSync(path);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(path, 'pid'), String(process.pid));
  return true;
}

function ownerIsGone(path) {
  try {
    process.kill(Number(readFileSync(join(path, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    // No pid file yet: its owner is between the two steps of taking it.
    return error.code === 'ESRCH';
  }
}
