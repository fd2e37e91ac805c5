/** Commands that tell what there is. None changes anything. */
import { relative } from 'node:path';
import type { CommandPorts } from '../ports.js';
import { answer, type CommandInfo, type SlashCommand } from '../types.js';

export function infoCommands(ports: CommandPorts): readonly SlashCommand[] {
  const tells = (
    name: string,
    description: string,
    tell: () => string,
    aliases: readonly string[] = [],
  ): SlashCommand => ({
    name,
    aliases,
    description,
    source: 'built-in',
    usage: '',
    run: () => Promise.resolve(answer(tell())),
  });
  return [
    tells('help', 'The commands there are', () => helpText(ports.commands()), ['?']),
    tells('status', 'Version, model, session and servers', () => statusText(ports), ['about']),
    tells('stats', 'What the conversation holds', () => statsText(ports), ['usage']),
    { ...tells('context', 'How full the context window is', () => contextText(ports)), usage: '[detail]' },
    { ...tells('tools', 'The tools that the model has', () => toolsText(ports)), usage: '[desc]' },
    tells('memory', 'The instruction files that were read', () => filesText(ports)),
    tells('docs', 'Where the documentation is', () => DOCS),
  ];
}

const DOCS =
  'The documentation is in the folder docs/guide of the source; `qwen --help` and `qwen mcp --help` list the options.';

const helpText = (commands: readonly CommandInfo[]): string =>
  commands.map((command) => `${headOf(command)}  ${command.description}`).join('\n');

function headOf({ name, usage, aliases }: CommandInfo): string {
  const also = aliases.length === 0 ? '' : ` (${aliases.join(', ')})`;
  return `/${name}${usage === '' ? '' : ` ${usage}`}${also}`;
}

function statusText({ session, cwd, trusted }: CommandPorts): string {
  const { version, model, sessionId, permissionMode, mcpServers } = session();
  const servers = mcpServers.map(({ name, status }) => `${name} (${status})`).join(', ');
  return [
    `qwen ${version}`,
    `Model: ${model}`,
    `Session: ${sessionId}`,
    `Folder: ${cwd}${trusted ? '' : ' (not trusted)'}`,
    `Approval mode: ${permissionMode}`,
    `MCP servers: ${servers === '' ? 'none' : servers}`,
  ].join('\n');
}

function statsText({ history, size }: CommandPorts): string {
  const messages = history();
  const answers = messages.flatMap((message) => (message.role === 'assistant' ? [message] : []));
  const results = messages.flatMap((message) => (message.role === 'tool' ? [message] : []));
  return [
    `Messages of the user: ${messages.filter(({ role }) => role === 'user').length}`,
    `Answers of the model: ${answers.length}`,
    `Tool calls: ${results.length}`,
    `Outcomes unknown: ${results.filter(({ unknown }) => unknown !== undefined).length}`,
    `Tokens of the next request: about ${messages.length === 0 ? 0 : size()}`,
  ].join('\n');
}

function contextText({ history, size, contextWindow, contextFiles, session }: CommandPorts): string {
  const [used, window] = [history().length === 0 ? 0 : size(), contextWindow()];
  return [
    `Used: about ${used} of ${window} tokens (${Math.round((used / window) * 100)} %)`,
    `Messages: ${history().length}`,
    `Tools: ${session().tools.length}`,
    `Instruction files: ${contextFiles().length}`,
  ].join('\n');
}

const toolsText = ({ session }: CommandPorts): string => session().tools.join('\n');

function filesText({ contextFiles, cwd }: CommandPorts): string {
  const files = contextFiles().map((path) => relative(cwd, path));
  return files.length === 0 ? 'No instruction files were read; /init writes one.' : files.join('\n');
}
