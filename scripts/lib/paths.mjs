/** Where things are in the work tree. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const CACHE = join(ROOT, '.cache');
export const CLI_DIR = join(ROOT, 'packages', 'cli');
export const DIST = join(CLI_DIR, 'dist');
export const QWEN = join(DIST, 'qwen.js');
/** Fingerprint of the sources that the bundle was made of. */
export const BUILD_STAMP = join(CACHE, 'build.stamp');
