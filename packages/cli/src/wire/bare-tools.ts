/** Which tools a run keeps: all of them, or with `--bare` the few that a coding agent can't do without. */
import { STRUCTURED_OUTPUT } from '@qwen-code/qwen-code-core/agent/structured-output.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';

const BARE: ReadonlySet<string> = new Set([
  'read_file',
  'write_file',
  'edit',
  'run_shell_command',
  'grep_search',
  'glob',
  STRUCTURED_OUTPUT,
]);

export const keptTools = (tools: readonly Tool[], { bare }: { readonly bare: boolean }): readonly Tool[] =>
  bare ? tools.filter(({ name }) => BARE.has(name)) : tools;
