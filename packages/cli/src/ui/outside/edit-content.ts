/** The content of a file in the person's own editor, exactly as it comes back: in a private copy while it is open. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runEditor } from './edit-text.js';

export interface EditContentOptions {
  /** The editor and its own arguments. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the content belongs: the copy has the same name, for the editor's sake. */
  readonly path: string;
}

/** Throws QwenError('usage') when there is no such editor or it failed. */
export async function editContent(text: string, { command, env, path }: EditContentOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qwen-edit-'));
  try {
    const file = join(folder, basename(path));
    await writeFile(file, text, { mode: 0o600 });
    await runEditor([...command, file], env);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
