/** Where outputs are kept that are too long for the model: one private folder for each project. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export function projectTempDir(runtimeDir: string, cwd: string): string {
  return join(runtimeDir, 'tmp', createHash('sha256').update(cwd).digest('hex'));
}

/** Resolves with the path of the file, which only its owner may read. */
export async function saveOutput(tempDir: string, text: string): Promise<string> {
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const path = join(tempDir, `mcp-${randomBytes(6).toString('hex')}.txt`);
  await writeFile(path, text, { flag: 'wx', mode: 0o600 });
  return path;
}
