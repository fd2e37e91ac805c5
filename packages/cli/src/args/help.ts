/** The two help texts: the short list of `--help`, and every working option after a usage error. */
import { OPTIONS, type Option } from './options.js';

const MCP_COMMANDS: readonly (readonly [usage: string, help: string])[] = [
  ['add <name> <commandOrUrl> [args...]', 'Add an MCP server'],
  ['remove <name>', 'Remove an MCP server'],
  ['list', 'List MCP servers and whether they answer'],
  ['reconnect [name] [--all]', 'Connect again and say whether it worked'],
  ['approve [name] [--all]', "Let a project's own servers start"],
  ['reject [name] [--all]', "Keep a project's own servers from starting"],
  ['inventory [accept] [--check]', 'List every tool with its owner, class and gates'],
  ['canary [--only PATTERN]', 'Prove that no lost call is sent twice'],
  ['outcomes [show|reconcile|...]', 'List calls whose outcome is unknown, and settle them'],
  ['gates [--html FILE]', 'Judge the eight rollout gates from the evidence'],
];

const HEAD = `Usage: qwen [options] [prompt...]
       qwen mcp <command>
       qwen sessions list [--json] [--limit N]

Without a prompt, in a terminal: the interactive session. With one: runs it with tools and prints the answer; text on
stdin is put before it.

Commands:
${mcpCommandLines()}
Options:
`;

/** The commands of `qwen mcp`, a line each. */
export function mcpCommandLines(): string {
  return MCP_COMMANDS.map(([usage, help]) => `  qwen mcp ${usage.padEnd(37)}${help}\n`).join('');
}

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
