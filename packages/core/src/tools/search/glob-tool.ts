import type { Clock } from '../../shared/clock.js';
import { lazyTool } from '../lazy-tool.js';
import type { Tool } from '../types.js';
import type { SearchToolOptions } from './list-directory-tool.js';

export interface GlobToolOptions extends SearchToolOptions {
  readonly clock: Clock;
}

export function createGlobTool(options: GlobToolOptions): Tool {
  return lazyTool(
    {
      name: 'glob',
      displayName: 'Glob',
      description:
        'Finds files of the workspace by name, such as src/**/*.ts or **/*.{md,txt}. Gives absolute paths, the most recently ' +
        'changed first. What .gitignore and .qwenignore name is left out.',
      parameters: {
        type: 'object',
        properties: {
          pattern: { type: 'string', description: 'Glob pattern, relative to path. **/ stands for any depth.' },
          path: {
            type: 'string',
            description: 'Absolute path of the directory to search. Default: the working directory.',
          },
        },
        required: ['pattern'],
      },
      kind: 'read',
      parallel: true,
    },
    async () => (await import('./glob.js')).globWith(options),
    options.debug,
  );
}
