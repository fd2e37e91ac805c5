/**
 * The whole of an output that is too long to show: a file that only its owner may read, opened when it is first needed
 * and bounded, so that a command that never stops talking can't fill the disk.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

export const MAX_SAVED_BYTES = 64 * 1024 * 1024;

export interface OutputFile {
  readonly path: string;
  /** Bytes in the file; what came after the bound is not in it. */
  readonly savedBytes: number;
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export async function openOutputFile(tempDir: string, maxBytes = MAX_SAVED_BYTES): Promise<OutputFile> {
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const path = join(tempDir, `shell-${randomBytes(6).toString('hex')}.log`);
  const handle: FileHandle = await open(path, 'wx', 0o600);
  let savedBytes = 0;
  return {
    path,
    get savedBytes() {
      return savedBytes;
    },
    write: async (chunk) => {
      const part = chunk.subarray(0, maxBytes - savedBytes);
      savedBytes += part.length;
      if (part.length > 0) await handle.writeFile(part);
    },
    close: () => handle.close(),
  };
}
