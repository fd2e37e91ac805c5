import type { Environment } from '../../shared/find-executable.js';
import { lazyTool } from '../lazy-tool.js';
import type { Tool } from '../types.js';
import type { GlobToolOptions } from './glob-tool.js';

export interface GrepToolOptions extends GlobToolOptions {
  /** tools.useRipgrep: false searches without the system's ripgrep. Default true. */
  readonly useRipgrep?: boolean;
  /** Whose PATH is searched for ripgrep. Default: the process environment at the time of the call. */
  readonly env?: Environment;
  /** True for a file whose content is not to be seen, by its absolute path. Asked for each file with matches. */
  readonly isKeptBack?: (path: string) => boolean;
}

export function createGrepTool(options: GrepToolOptions): Tool {
  return lazyTool(
    {
      name: 'grep_search',
      displayName: 'Grep',
      description:
        'Searches the contents of files of the workspace for a regular expression, regardless of case, and gives ' +
        'path:line:text. What .gitignore and .qwenignore name, and binary files, are left out. Only a pattern with \\n matches over line ends.',
      parameters: {
        type: 'object',
        properties: {
          pattern: { type: 'string', description: 'Regular expression, in ripgrep syntax.' },
          glob: {
            type: 'string',
            description:
              'Only files whose name matches, such as *.ts or src/**/*.{js,ts}; with ! in front, all others.',
          },
          path: {
            type: 'string',
            description: 'Absolute path of the directory or file to search. Default: the working directory.',
          },
          limit: { type: 'integer', minimum: 1, description: 'How many matches to show at most.' },
        },
        required: ['pattern'],
      },
      kind: 'read',
      parallel: true,
    },
    async () => (await import('./grep.js')).grepWith(options),
    options.debug,
  );
}
