/**
 * Charges on disk: one file each, named after the key of the request that made it.
 *
 * The file is the effect and the memory of its key in one, so there is no moment at which only one of them exists. It
 * appears whole or not at all, whenever the process dies, and only once however many processes try.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The key was used before, for something else. */
export class KeyReused extends Error {}

export function openCharges(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (requestId) => join(folder, `${requestId.toLowerCase()}.json`);

  /** The charge of this key, durable when it is returned; undefined when there is none. */
  const find = (requestId) => {
    const text = readIfThere(fileOf(requestId));
    if (text === undefined) return undefined;
    syncFolder(folder);
    return JSON.parse(text);
  };

  const commit = (charge) => {
    const draft = join(folder, `${charge.charge_id}.draft`);
    writeFileSync(draft, JSON.stringify(charge), { mode: 0o600, flag: 'wx', flush: true });
    try {
      linkSync(draft, fileOf(charge.request_id));
    } catch (error) {
      if (error.code !== 'EEXIST') throw error; // EEXIST: another process was first, and its charge counts
    } finally {
      unlinkSync(draft);
    }
    return find(charge.request_id);
  };

  /** The charge of this key, made now or before. Throws KeyReused when the key belongs to another charge. */
  const charge = ({ request_id, account, cents }) => {
    const made =
      find(request_id) ??
      commit({ charge_id: randomUUID(), request_id, account, cents, charged_at: new Date().toISOString() });
    if (made.account !== account || made.cents !== cents) throw new KeyReused();
    return made;
  };

  return { charge, find };
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A name in a folder is on disk only once the folder is. Windows does that by itself. */
function syncFolder(folder) {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
