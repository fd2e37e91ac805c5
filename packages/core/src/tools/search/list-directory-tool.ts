import type { FileToolOptions } from '../files/file-tool-options.js';
import { lazyTool } from '../lazy-tool.js';
import type { Tool } from '../types.js';
import type { IgnoreOptions } from './ignore-options.js';

export interface SearchToolOptions extends FileToolOptions {
  readonly ignoreOptions: IgnoreOptions;
}

export function createListDirectoryTool(options: SearchToolOptions): Tool {
  return lazyTool(
    {
      name: 'list_directory',
      displayName: 'ListFiles',
      description:
        'Lists the entries of one directory of the workspace, directories first. What .gitignore and .qwenignore name is left out.',
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'Absolute path of the directory.' },
          ignore: { type: 'array', items: { type: 'string' }, description: 'Glob patterns of names to leave out.' },
          file_filtering_options: {
            type: 'object',
            description: 'Whether ignore files are respected. Default: both.',
            properties: { respect_git_ignore: { type: 'boolean' }, respect_qwen_ignore: { type: 'boolean' } },
          },
        },
        required: ['path'],
      },
      kind: 'read',
      parallel: true,
    },
    async () => (await import('./list-directory.js')).listDirectoryWith(options),
    options.debug,
  );
}
