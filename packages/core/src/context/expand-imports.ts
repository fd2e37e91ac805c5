/**
 * A context file with what it imports. An import that is missing, lies outside the folder its file belongs to, or would
 * close a circle stays as text; so does what is nested deeper than five, or comes after a hundred others.
 */
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { framed } from './blocks.js';
import { importRefs, spellings, type ImportRef } from './import-refs.js';
import { readInside, type InsideFile } from './read-inside.js';

export type ImportFormat = 'tree' | 'flat';

export interface ImportOptions {
  readonly boundary: string;
  readonly homeDir: string;
  /** `tree` puts an import where it is named, `flat` after the file that names it. */
  readonly format: ImportFormat;
  /** How many more files may be imported; counted down. */
  readonly budget: { files: number };
  /** How a path is shown. */
  name(path: string): string;
}

const MAX_DEPTH = 5;
export const MAX_IMPORTED_FILES = 100;

/** `file`'s text with its imports. `above`: the files that this one is imported by. */
export async function expandImports(
  file: InsideFile,
  options: ImportOptions,
  above: readonly string[] = [],
): Promise<string> {
  if (above.length >= MAX_DEPTH) return file.text;
  const chain = [...above, file.real];
  const imports = await Promise.all(
    importRefs(file.text).map(async (ref) => ({ ref, found: await findImport(ref, file.real, options) })),
  );
  const parts: string[] = [];
  const after: string[] = [];
  let at = 0;
  for (const { ref, found } of imports) {
    if (found === undefined || chain.includes(found.file.real) || options.budget.files <= 0) continue;
    options.budget.files -= 1;
    const block = framed(options.name(found.file.real), await expandImports(found.file, options, chain));
    if (options.format === 'flat') {
      after.push(block);
      continue;
    }
    parts.push(file.text.slice(at, ref.start), block);
    at = ref.start + 1 + found.spelling.length;
  }
  parts.push(file.text.slice(at));
  return [parts.join(''), ...after].join('\n');
}

interface FoundImport {
  readonly file: InsideFile;
  /** The part of the text that named it. */
  readonly spelling: string;
}

async function findImport(
  { path }: ImportRef,
  from: string,
  { boundary, homeDir }: ImportOptions,
): Promise<FoundImport | undefined> {
  for (const spelling of spellings(path)) {
    const target = /^~[/\\]/.test(spelling) ? join(homeDir, spelling.slice(2)) : spelling;
    const file = await readInside(isAbsolute(target) ? target : resolve(dirname(from), target), boundary);
    if (file !== undefined) return { file, spelling };
  }
  return undefined;
}
