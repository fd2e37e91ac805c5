/** Reads a text file that must lie in a folder, symbolic links resolved. What is missing, elsewhere or no text is not there. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { contains } from '../tools/files/workspace.js';
import { limitText } from '../shared/text-limit.js';

/** One file of instructions: what is longer is cut in the middle, and says so. */
const FILE_LIMIT = { maxChars: 60_000, maxLines: 5_000, headShare: 0.8 };
const MAX_BYTES = 1024 * 1024;

export interface InsideFile {
  readonly real: string;
  readonly text: string;
}

export async function readInside(path: string, boundary: string): Promise<InsideFile | undefined> {
  try {
    const [real, top] = await Promise.all([realpath(path), realpath(boundary)]);
    if (!contains(top, real)) return undefined;
    const stats = await stat(real);
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    const text = (await readFile(real, 'utf8')).replace(/^\uFEFF/, '');
    return text.includes('\0') ? undefined : { real, text: limitText(text, FILE_LIMIT).text };
  } catch {
    return undefined;
  }
}
