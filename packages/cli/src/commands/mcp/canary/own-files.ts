/** Where the bundle's own files are, found from the chunk that this code ended up in. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';

export interface OwnFiles {
  /** The entry of this very qwen, for `node`. */
  readonly entry: string;
  /** The program of the disposable servers, for `node`. */
  readonly canaryServer: string;
}

/** Throws QwenError('io') when the installation is not whole, or this is no bundle. */
export function findOwnFiles(): OwnFiles {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const folder of [here, dirname(here)]) {
    const files = { entry: join(folder, 'qwen.js'), canaryServer: join(folder, 'canary-server.mjs') };
    if (existsSync(files.entry) && existsSync(files.canaryServer)) return files;
  }
  throw new QwenError('io', 'The canary servers that belong to qwen are missing: install it again.');
}
