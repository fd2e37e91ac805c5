/** Where this process runs, as settings and trust want to know it. */
import { homedir } from 'node:os';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';

export const thisPlace = (): Place => ({
  env: process.env,
  homeDir: homedir(),
  cwd: process.cwd(),
  platform: process.platform,
});
