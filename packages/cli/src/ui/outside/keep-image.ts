/** Images that a message is to refer to: where they can be read from, in the workspace or as a private copy. */
import { randomBytes } from 'node:crypto';
import { copyFile, chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { extname, isAbsolute, join, relative, resolve } from 'node:path';

export interface ImagePlace {
  readonly cwd: string;
  /** Of this project, private to the user; the tools may read in it. Made when it is needed. */
  readonly tempDir: string;
}

/** The path of a private file with these bytes. */
export async function keepImage(data: Buffer, extension: string, { tempDir }: ImagePlace): Promise<string> {
  const file = await newImageFile(tempDir, `.${extension}`);
  await writeFile(file, data, { flag: 'wx', mode: 0o600 });
  return file;
}

/** A path that a message can refer to, undefined when there is no such file. Never rejects. */
export async function reachableImage(path: string, { cwd, tempDir }: ImagePlace): Promise<string | undefined> {
  const file = resolve(cwd, path.startsWith('~/') ? join(homedir(), path.slice(2)) : path);
  try {
    if (!(await stat(file)).isFile()) return undefined;
    const inside = relative(cwd, file);
    if (!inside.startsWith('..') && !isAbsolute(inside)) return inside;
    const copy = await newImageFile(tempDir, extname(file).toLowerCase());
    await copyFile(file, copy);
    await chmod(copy, 0o600);
    return copy;
  } catch {
    return undefined;
  }
}

async function newImageFile(dir: string, extension: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return join(dir, `image-${randomBytes(6).toString('hex')}${extension}`);
}
