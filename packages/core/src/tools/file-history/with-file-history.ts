/** The tools that change files, with a history of what they changed. Decides nothing about a call. */
import { textArgument } from '../arguments.js';
import type { Workspace } from '../files/workspace.js';
import type { Tool } from '../types.js';
import type { FileHistory } from './file-history.js';

const PATH_ARGUMENT: Readonly<Record<string, string>> = {
  edit: 'file_path',
  write_file: 'file_path',
  notebook_edit: 'notebook_path',
};

/** The tool itself when it changes no files. */
export function withFileHistory(tool: Tool, workspace: Workspace, history: FileHistory): Tool {
  const argument = PATH_ARGUMENT[tool.name];
  if (argument === undefined) return tool;
  return {
    ...tool,
    execute: async (args, context) => {
      // What the tool itself will refuse is not read.
      const checked = await workspace.check(textArgument(args, argument) ?? '', 'write');
      if (checked.kind === 'refused') return tool.execute(args, context);
      return history.around(checked.real, () => tool.execute(args, context));
    },
  };
}
