/** How a tool call is named to people: from its name and arguments alone, and never longer than a line. Pure. */
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';

export interface ToolView {
  readonly title: string;
  /** What it works on: a command, a path, a pattern. */
  readonly summary: string;
  readonly server: string | undefined;
  /** An edit: what was there and what is to be there. */
  readonly change: { readonly before: string; readonly after: string } | undefined;
}

const MAX_SUMMARY = 300;

/** The name people read, and the argument that says most. */
const KNOWN: Readonly<Record<string, readonly [title: string, ...arguments_: string[]]>> = {
  read_file: ['ReadFile', 'file_path', 'absolute_path', 'path'],
  write_file: ['WriteFile', 'file_path'],
  edit: ['Edit', 'file_path'],
  notebook_edit: ['NotebookEdit', 'notebook_path'],
  list_directory: ['ReadFolder', 'path'],
  glob: ['FindFiles', 'pattern'],
  grep_search: ['SearchText', 'pattern'],
  run_shell_command: ['Shell', 'command'],
  monitor: ['Monitor', 'command'],
  todo_write: ['TodoWrite'],
  web_fetch: ['WebFetch', 'url'],
  agent: ['Agent', 'description'],
  skill: ['Skill', 'skill'],
  tool_search: ['ToolSearch', 'query'],
  ask_user_question: ['Question'],
  exit_plan_mode: ['Plan'],
};

export function toolView(name: string, args: ToolArguments | undefined): ToolView {
  const mcp = /^mcp__(.+?)__(.+)$/.exec(name);
  if (mcp !== null) {
    const [, server = '', tool = ''] = mcp;
    return { title: line(tool), summary: summaryOf(args), server: line(server), change: undefined };
  }
  const [title = name, ...names] = KNOWN[name] ?? [];
  const said = names.map((each) => args?.[each]).find((value) => typeof value === 'string' && value !== '');
  const summary = typeof said === 'string' ? line(said) : KNOWN[name] === undefined ? summaryOf(args) : '';
  return { title: line(title), summary, server: undefined, change: changeOf(name, args) };
}

const line = (text: string): string => {
  const shown = printableText(text);
  return shown.length > MAX_SUMMARY ? `${shown.slice(0, MAX_SUMMARY)}…` : shown;
};

const summaryOf = (args: ToolArguments | undefined): string =>
  args === undefined || Object.keys(args).length === 0 ? '' : line(JSON.stringify(args));

function changeOf(name: string, args: ToolArguments | undefined): ToolView['change'] {
  const [before, after] = name === 'edit' ? [args?.['old_string'], args?.['new_string']] : ['', args?.['content']];
  if (name !== 'edit' && name !== 'write_file') return undefined;
  return typeof before === 'string' && typeof after === 'string' ? { before, after } : undefined;
}
