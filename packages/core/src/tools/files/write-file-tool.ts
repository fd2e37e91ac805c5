import { lazyTool } from '../lazy-tool.js';
import type { Tool } from '../types.js';
import type { FileToolOptions } from './file-tool-options.js';

export function createWriteFileTool({ workspace, debug }: FileToolOptions): Tool {
  return lazyTool(
    {
      name: 'write_file',
      displayName: 'WriteFile',
      description:
        'Writes a whole file of the workspace, creating it and its directories or replacing what is there. ' +
        'To change part of a file, use edit.',
      parameters: {
        type: 'object',
        properties: {
          file_path: { type: 'string', description: 'Absolute path of the file.' },
          content: { type: 'string', description: 'The whole content.' },
        },
        required: ['file_path', 'content'],
      },
      kind: 'edit',
      parallel: false,
    },
    async () => (await import('./write-file.js')).writeFileWith(workspace),
    debug,
  );
}
