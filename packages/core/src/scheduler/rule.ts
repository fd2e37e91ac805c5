/**
 * One rule of the permission language: `Tool`, `Tool(spec)`, `mcp__server`, `mcp__server__tool`, `mcp__prefix*`.
 * Pure. Decides whether a rule speaks of one call, not what follows from it.
 *
 * A spec that can't be read for its tool (an MCP tool has none) fails safe: it never allows, and always denies or asks.
 */
import type { Tool, ToolArguments } from '../tools/types.js';
import { matchesPathSpec, type RuleDirs } from './path-spec.js';
import { allowsCommand, mentionsCommand } from './shell-spec.js';

export type RulePurpose = 'allow' | 'ask' | 'deny';

export interface RuleCall {
  readonly tool: Tool;
  readonly args: ToolArguments;
  readonly dirs: RuleDirs;
}

/** Names people use for one tool or a family of them. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  Bash: ['run_shell_command', 'monitor'],
  Shell: ['run_shell_command', 'monitor'],
  Read: ['read_file', 'grep_search', 'glob', 'list_directory', 'zoom_image'],
  Edit: ['edit', 'write_file', 'notebook_edit'],
  Write: ['write_file'],
  Grep: ['grep_search'],
  Glob: ['glob'],
  ListFiles: ['list_directory'],
  ReadFile: ['read_file'],
  WriteFile: ['write_file'],
  TodoList: ['todo_write'],
  WebFetch: ['web_fetch'],
  Agent: ['agent'],
  Task: ['agent'],
  Skill: ['skill'],
};

const SHELL_TOOLS = new Set(['run_shell_command', 'monitor']);
/** Which argument of a file tool is the path that a spec is held against. */
const PATH_ARGUMENT: Readonly<Record<string, string>> = {
  read_file: 'file_path',
  write_file: 'file_path',
  edit: 'file_path',
  zoom_image: 'file_path',
  notebook_edit: 'notebook_path',
  list_directory: 'path',
  glob: 'path',
  grep_search: 'path',
};

const RULE = /^\s*([^()\s][^()]*?)\s*(?:\((.*)\))?\s*$/s;

interface ParsedRule {
  readonly name: string;
  readonly spec: string | undefined;
}

/** Whether the rule names this tool at all, whatever its spec says. */
export function namesTool(rule: string, tool: Tool): boolean {
  const parsed = parseRule(rule);
  return parsed !== undefined && matchesName(parsed.name, tool);
}

/** Whether the rule names this tool as a whole, without a spec. */
export function namesWholeTool(rule: string, tool: Tool): boolean {
  const parsed = parseRule(rule);
  return parsed !== undefined && parsed.spec === undefined && matchesName(parsed.name, tool);
}

export function matchesRule(rule: string, purpose: RulePurpose, call: RuleCall): boolean {
  const parsed = parseRule(rule);
  if (parsed === undefined || !matchesName(parsed.name, call.tool)) return false;
  return parsed.spec === undefined || matchesSpec(parsed.spec, purpose, call);
}

function parseRule(rule: string): ParsedRule | undefined {
  const match = RULE.exec(rule);
  if (match?.[1] === undefined) return undefined;
  const spec = match[2]?.trim();
  return { name: match[1], spec: spec === '' || spec === '*' ? undefined : spec };
}

function matchesName(name: string, tool: Tool): boolean {
  if (tool.server !== undefined) return matchesMcpName(name, tool, tool.server.name);
  return name === tool.name || (Object.hasOwn(ALIASES, name) && (ALIASES[name] ?? []).includes(tool.name));
}

const MCP = 'mcp__';
const providerSafe = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_');

/** A prefix that already names a server speaks of that server alone: `mcp__git__*` does not reach a server `git__x`. */
function matchesMcpName(name: string, tool: Tool, server: string): boolean {
  if (!name.startsWith(MCP)) return false;
  if (name === tool.name || name === MCP + server || name === MCP + providerSafe(server)) return true;
  if (!name.endsWith('*')) return false;
  const prefix = name.slice(0, -1);
  const ownPrefix = `${MCP}${providerSafe(server)}__`;
  const namesServer = prefix.slice(MCP.length).includes('__');
  return tool.name.startsWith(prefix) && (!namesServer || prefix.startsWith(ownPrefix));
}

function matchesSpec(spec: string, purpose: RulePurpose, { tool, args, dirs }: RuleCall): boolean {
  const failSafe = purpose !== 'allow';
  if (tool.server !== undefined) return failSafe;
  if (SHELL_TOOLS.has(tool.name)) {
    const command = args['command'];
    if (typeof command !== 'string') return failSafe;
    return purpose === 'allow' ? allowsCommand(spec, command) : mentionsCommand(spec, command);
  }
  const pathArgument = PATH_ARGUMENT[tool.name];
  if (pathArgument === undefined) return failSafe;
  const path = args[pathArgument] ?? dirs.project;
  return typeof path === 'string' ? matchesPathSpec(spec, path, dirs, purpose === 'allow') : failSafe;
}
