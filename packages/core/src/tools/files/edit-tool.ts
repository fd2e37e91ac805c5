import { lazyTool } from '../lazy-tool.js';
import type { Tool } from '../types.js';
import type { FileToolOptions } from './file-tool-options.js';

export function createEditTool({ workspace, debug }: FileToolOptions): Tool {
  return lazyTool(
    {
      name: 'edit',
      displayName: 'Edit',
      description:
        'Replaces one exact piece of text in a file of the workspace. Read the file first: old_string must match it to the ' +
        'letter, indentation included, and must stand there only once unless replace_all is set. An empty old_string creates a new file.',
      parameters: {
        type: 'object',
        properties: {
          file_path: { type: 'string', description: 'Absolute path of the file.' },
          old_string: {
            type: 'string',
            description:
              'The text to replace, with enough lines around it to stand there once. Empty to create a file.',
          },
          new_string: { type: 'string', description: 'The text to put in its place.' },
          replace_all: { type: 'boolean', description: 'Replace every occurrence. Default false.' },
        },
        required: ['file_path', 'old_string', 'new_string'],
      },
      kind: 'edit',
      parallel: false,
    },
    async () => (await import('./edit.js')).editWith(workspace),
    debug,
  );
}
