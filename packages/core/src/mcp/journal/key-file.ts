/**
 * The user's own key for argument digests: 32 random bytes in hex, made once, readable by the user alone. A key that is
 * there is never overwritten, also when it can't be used: the records made with it would no longer be recognised.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { QwenError } from '../../shared/qwen-error.js';
import { errorCode } from './io-problem.js';

const KEY_BYTES = 32;

/** Makes the key when there is none. Throws QwenError 'io' with one sentence when it can't be had. */
export async function loadKey(file: string): Promise<Buffer> {
  try {
    return (await readKey(file)) ?? (await makeKey(file));
  } catch (error) {
    if (error instanceof QwenError) throw error;
    throw new QwenError(
      'io',
      `${refused(file)} can't be read or made (${errorCode(error)}). Correct that first.`,
      error,
    );
  }
}

async function readKey(file: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = (await readFile(file, 'latin1')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  throw new QwenError('io', `${refused(file)} is damaged. Move it away, and a new one is made.`);
}

/** Whole or not at all: several processes may be at it, and each must end with the same key. */
async function makeKey(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const key = randomBytes(KEY_BYTES);
  try {
    await writeNew(draft, key);
    await link(draft, file);
    return key;
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EEXIST' && NO_LINKS.has(code)) return await makeInPlace(file, key);
    if (code !== 'EEXIST') throw error;
    return (await readKey(file)) ?? (await makeKey(file));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Some file systems know no hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EOPNOTSUPP']);

async function makeInPlace(file: string, key: Buffer): Promise<Buffer> {
  try {
    await writeNew(file, key);
    return key;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return (await readKey(file)) ?? key;
  }
}

async function writeNew(file: string, key: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(`${key.toString('hex')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const refused = (file: string): string =>
  `The call was not sent: the key file ${file}, which the record that must be kept of it needs,`;
