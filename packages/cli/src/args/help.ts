/** The two help texts: the short list of `--help`, and every working option after a usage error. */
import { OPTIONS, type Option } from './options.js';

const HEAD = `Usage: qwen [options] [prompt...]
       qwen mcp <command>

Runs one prompt with tools and prints the answer. Text on stdin is put before the prompt.

Commands:
  qwen mcp add <name> <commandOrUrl> [args...]  Add an MCP server
  qwen mcp remove <name>                        Remove an MCP server
  qwen mcp list                                 List MCP servers and whether they answer
  qwen mcp reconnect [name] [--all]             Connect again and say whether it worked
  qwen mcp approve [name] [--all]               Let a project's own servers start
  qwen mcp reject [name] [--all]                Keep a project's own servers from starting

Options:
`;

export type HelpLength = 'short' | 'full';

export function helpText(length: HelpLength): string {
  const rows = Object.entries(OPTIONS)
    .filter(([, option]) => option.help !== undefined && (length === 'full' || option.common === true))
    .map(([name, option]) => [left(name, option), right(option)] as const);
  const width = Math.max(...rows.map(([text]) => text.length)) + 2;
  return HEAD + rows.map(([text, help]) => `  ${text.padEnd(width)}${help}\n`).join('');
}

function left(name: string, { short, value = 'KIND', type }: Option): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${type === 'boolean' ? '' : ` ${value}`}`;
}

function right({ help = '', choices }: Option): string {
  return choices === undefined ? help : `${help} One of: ${choices.join(', ')}.`;
}
