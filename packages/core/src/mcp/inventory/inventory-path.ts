/** Where the team's own inventory of a project lives, and what it is called in a sentence. Pure. */
import { posix, win32 } from 'node:path';
import type { Place } from '../../settings/paths.js';

export const INVENTORY_FILE = 'MCP inventory file';

export const inventoryPath = ({ cwd, platform }: Pick<Place, 'cwd' | 'platform'>): string =>
  (platform === 'win32' ? win32 : posix).join(cwd, '.qwen', 'mcp-inventory.json');
