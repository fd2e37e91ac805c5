import { lazyTool } from '../lazy-tool.js';
import type { FileToolOptions } from '../files/file-tool-options.js';
import type { Tool } from '../types.js';

export function createNotebookEditTool({ workspace, debug }: FileToolOptions): Tool {
  return lazyTool(
    {
      name: 'notebook_edit',
      displayName: 'NotebookEdit',
      description:
        'Replaces, inserts or deletes one cell of a Jupyter notebook. read_file shows the ids of the cells. ' +
        'A code cell that is replaced loses its outputs.',
      parameters: {
        type: 'object',
        properties: {
          notebook_path: { type: 'string', description: 'Absolute path of the .ipynb file.' },
          cell_id: {
            type: 'string',
            description:
              'Id of the cell, or cell-N for the one at place N, counted from 0. With insert: the cell after which the new one goes; left out: at the start.',
          },
          new_source: { type: 'string', description: 'The whole new source. Not needed to delete.' },
          cell_type: {
            type: 'string',
            enum: ['code', 'markdown', 'raw'],
            description: 'Default: the type the cell has; code for a new one.',
          },
          edit_mode: { type: 'string', enum: ['replace', 'insert', 'delete'], description: 'Default replace.' },
        },
        required: ['notebook_path'],
      },
      kind: 'edit',
      parallel: false,
    },
    async () => (await import('./notebook-edit.js')).notebookEditWith(workspace),
    debug,
  );
}
