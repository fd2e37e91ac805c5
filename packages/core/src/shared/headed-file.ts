/** A small Markdown file with a YAML head, as skills and agents are written. What can't be read as one is not there. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { readFrontMatter } from './front-matter.js';

export interface HeadedFile {
  readonly path: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const MAX_BYTES = 256 * 1024;

/** `within`: a folder that the file must lie in, symbolic links resolved. Never throws. */
export async function readHeadedFile(path: string, within?: string): Promise<HeadedFile | undefined> {
  try {
    if (within !== undefined && !liesIn(await realpath(within), await realpath(path))) return undefined;
    const stats = await stat(path);
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    const { data, body, broken } = await readFrontMatter((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
    return broken ? undefined : { path, data, body: body.trim() };
  } catch {
    return undefined;
  }
}

function liesIn(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

/** A text of the head; undefined when it is missing, empty or of another type. */
export function headText({ data }: HeadedFile, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A list of the head, written as a YAML list or with commas. */
export function headList({ data }: HeadedFile, name: string): readonly string[] | undefined {
  const value = data[name];
  const items: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const texts = items.filter((item) => typeof item === 'string').map((item) => item.trim());
  return texts.length === 0 ? undefined : texts.filter((item) => item !== '');
}
