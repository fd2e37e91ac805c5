/** Commands that tell what there is. None changes anything. */
import { isAbsolute, relative } from 'node:path';
import { sumOf, sumOfAll, type Share } from '../../wire/context-shares.js';
import type { CommandPorts } from '../ports.js';
import { answer, type CommandInfo, type SlashCommand } from '../types.js';

export function infoCommands(ports: CommandPorts): readonly SlashCommand[] {
  const tells = (
    name: string,
    description: string,
    tell: (args: string) => string,
    aliases: readonly string[] = [],
  ): SlashCommand => ({
    name,
    aliases,
    description,
    source: 'built-in',
    usage: '',
    run: (args) => Promise.resolve(answer(tell(args))),
  });
  return [
    tells('help', 'The commands there are', () => helpText(ports.commands()), ['?']),
    tells('status', 'Version, model, session and servers', () => statusText(ports), ['about']),
    tells('stats', 'What the conversation holds', () => statsText(ports), ['usage']),
    {
      ...tells('context', 'How full the context window is', (args) => contextText(ports, args === 'detail')),
      usage: '[detail]',
    },
    { ...tells('tools', 'The tools that the model has', (args) => toolsText(ports, args === 'desc')), usage: '[desc]' },
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

function contextText(
  { history, size, contextWindow, shares: sharesNow, cwd }: CommandPorts,
  detailed: boolean,
): string {
  const shares = sharesNow();
  const [used, window] = [history().length === 0 ? sumOfAll(shares) : size(), contextWindow()];
  const listed = (tokens: readonly Share[]): string[] =>
    detailed ? tokens.map((share) => `  ${named(share.name, cwd)}: ${share.tokens}`) : [];
  return [
    `Used: about ${used} of ${window} tokens (${Math.round((used / window) * 100)} %)`,
    'The next request, in estimated tokens:',
    `System prompt: ${shares.systemPrompt}`,
    `Instruction files: ${shares.memory}`,
    ...listed(shares.memoryFiles),
    `Startup facts: ${shares.startup}`,
    `Skills: ${shares.skills}`,
    `Built-in tools: ${sumOf(shares.builtinTools)}`,
    ...listed(shares.builtinTools),
    `MCP tools: ${sumOf(shares.mcpTools)}`,
    ...listed(shares.mcpTools),
    `Messages: ${shares.messages}`,
  ].join('\n');
}

const named = (name: string, cwd: string): string => (isAbsolute(name) ? relative(cwd, name) : name);

const toolsText = ({ tools }: CommandPorts, described: boolean): string =>
  tools()
    .map(({ name, description }) => (described ? `${name}\n  ${description.trim().replaceAll('\n', '\n  ')}` : name))
    .join('\n');

function filesText({ contextFiles, cwd }: CommandPorts): string {
  const files = contextFiles().map((path) => relative(cwd, path));
  return files.length === 0 ? 'No instruction files were read; /init writes one.' : files.join('\n');
}
