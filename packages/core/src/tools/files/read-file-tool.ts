import { lazyTool } from '../lazy-tool.js';
import type { Tool } from '../types.js';
import { MAX_LINES } from './text-window.js';
import type { FileToolOptions } from './file-tool-options.js';

export function createReadFileTool({ workspace, debug }: FileToolOptions): Tool {
  return lazyTool(
    {
      name: 'read_file',
      displayName: 'ReadFile',
      description:
        `Reads one file of the workspace: text, an image (PNG, JPEG, GIF, WebP), the text of a PDF, or a Jupyter notebook. ` +
        `A text is given as it is, up to ${MAX_LINES} lines; for a longer one the result says how to read on with offset and limit.`,
      parameters: {
        type: 'object',
        properties: {
          file_path: { type: 'string', description: 'Absolute path of the file.' },
          offset: { type: 'integer', minimum: 0, description: 'First line to read, counted from 0. Text only.' },
          limit: { type: 'integer', minimum: 1, description: 'How many lines to read. Text only.' },
          pages: {
            type: 'string',
            description: 'PDF only: a page or a range of at most 20 pages, such as "3" or "1-5".',
          },
        },
        required: ['file_path'],
      },
      kind: 'read',
      parallel: true,
    },
    async () => (await import('./read-file.js')).readFileWith(workspace),
    debug,
  );
}
