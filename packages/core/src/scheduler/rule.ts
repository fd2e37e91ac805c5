/**
 * One rule of the permission language: `Tool`, `Tool(spec)`, `mcp__server`, `mcp__server__tool`, `mcp__prefix*`.
 * Pure. Decides whether a rule speaks of one call, not what follows from it.
 *
 * A spec that can't be read for its tool (an MCP tool has none) fails safe: it never allows, and always denies or asks.
 */
import type { Tool } from '../tools/types.js';
import { matchesDomainSpec } from './domain-spec.js';
import { PATH_ARGUMENT, SHELL_TOOLS, type JudgedCall } from './judge-call.js';
import { matchesPathSpec, type RuleDirs } from './path-spec.js';
import { allowsShell, refusesShell } from './shell-rule.js';

export type RulePurpose = 'allow' | 'ask' | 'deny';

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
  NotebookEdit: ['notebook_edit'],
  TodoList: ['todo_write'],
  WebFetch: ['web_fetch'],
  Agent: ['agent'],
  Task: ['agent'],
  Skill: ['skill'],
};

/** Tools whose spec is a name that one of their arguments holds, and what a missing argument means. */
const NAME_ARGUMENT: Readonly<Record<string, { readonly argument: string; readonly otherwise?: string }>> = {
  agent: { argument: 'subagent_type', otherwise: 'general-purpose' },
  skill: { argument: 'skill' },
  read_mcp_resource: { argument: 'server_name' },
};

const RULE = /^\s*([^()\s][^()]*?)\s*(?:\((.*)\))?\s*$/s;

interface ParsedRule {
  readonly name: string;
  readonly spec: string | undefined;
}

/** Whether this can be read as a rule. Whether there is such a tool is another question. */
export const isRule = (text: string): boolean => parseRule(text) !== undefined;

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

/** The first rule of a list that speaks of the call. To deny or to ask, any of them is enough. */
export function firstMatch(rules: readonly string[], call: JudgedCall): string | undefined {
  return rules.find((rule) => refuses(rule, call));
}

/** Whether one of these rules keeps the content of a file back, whatever tool comes across it. */
export function keepsBack(rules: readonly string[], path: string, dirs: RuleDirs): boolean {
  return rules.some((rule) => {
    const parsed = parseRule(rule);
    if (parsed?.spec === undefined) return false;
    const tools = toolsOf(parsed.name);
    const isAboutContent = tools.includes('read_file') || tools.includes('grep_search');
    return isAboutContent && matchesPathSpec(parsed.spec, path, dirs, false);
  });
}

/** Whether the rules of an allow list cover the call; several of them may, each a part of one command line. */
export function allows(rules: readonly string[], call: JudgedCall): boolean {
  const specs = rules
    .map(parseRule)
    .filter((parsed) => parsed !== undefined)
    .filter(({ name }) => matchesName(name, call.tool));
  if (specs.some(({ spec }) => spec === undefined)) return true;
  const written = specs.flatMap(({ spec }) => (spec === undefined ? [] : [spec]));
  if (call.tool.server !== undefined) return false;
  if (SHELL_TOOLS.has(call.tool.name)) return allowsShell(written, call);
  return written.some((spec) => speaksOf(spec, call, 'strict'));
}

function refuses(rule: string, call: JudgedCall): boolean {
  const parsed = parseRule(rule);
  if (parsed === undefined) return false;
  const { name, spec } = parsed;
  if (spec === undefined && speaksOfServerRead(name, call)) return true;
  const isShell = call.tool.server === undefined && SHELL_TOOLS.has(call.tool.name);
  if (!matchesName(name, call.tool)) return spec !== undefined && isShell && refusesShell(familyOf(name), spec, call);
  if (spec === undefined) return true;
  return isShell ? refusesShell('command', spec, call) : speaksOf(spec, call, 'generous');
}

/** A rule against all of a server refuses reading its resources as well. */
function speaksOfServerRead(name: string, { tool, args }: JudgedCall): boolean {
  const server = args['server_name'];
  if (tool.name !== 'read_mcp_resource' || tool.server !== undefined || typeof server !== 'string') return false;
  const ownPrefix = `${MCP}${providerSafe(server)}__`;
  return name.endsWith('*')
    ? name.startsWith(MCP) && ownPrefix.startsWith(name.slice(0, -1))
    : name === MCP + server || name === MCP + providerSafe(server);
}

/** What the spec of a rule for another tool means to a command line that does the same. */
function familyOf(name: string): 'read' | 'write' | 'fetch' | 'none' {
  const tools = toolsOf(name);
  if (tools.includes('web_fetch')) return 'fetch';
  if (tools.some((tool) => ['edit', 'write_file', 'notebook_edit'].includes(tool))) return 'write';
  return tools.some((tool) => Object.hasOwn(PATH_ARGUMENT, tool)) ? 'read' : 'none';
}

const toolsOf = (name: string): readonly string[] =>
  (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined) ?? [name];

function speaksOf(spec: string, call: JudgedCall, how: 'strict' | 'generous'): boolean {
  const { tool, args } = call;
  const strict = how === 'strict';
  if (tool.server !== undefined) return !strict;
  if (Object.hasOwn(PATH_ARGUMENT, tool.name)) return matchesPath(spec, call, strict);
  if (tool.name === 'web_fetch') {
    const { url } = args;
    return typeof url === 'string' ? matchesDomainSpec(spec, url, strict) : !strict;
  }
  const named = Object.hasOwn(NAME_ARGUMENT, tool.name) ? NAME_ARGUMENT[tool.name] : undefined;
  const value = named === undefined ? undefined : (args[named.argument] ?? named.otherwise);
  return typeof value === 'string' ? matchesNameSpec(spec, value, strict) : !strict;
}

/** Both the path as it was asked for and where it leads: all of them to allow, one of them to refuse. */
function matchesPath(spec: string, { path, dirs, realDirs }: JudgedCall, strict: boolean): boolean {
  if (path === undefined) return !strict;
  const asAsked = matchesPathSpec(spec, path.asked, dirs, strict);
  const asReal = path.real !== undefined && matchesPathSpec(spec, path.real, realDirs, strict);
  return strict ? asAsked && asReal : asAsked || asReal;
}

function matchesNameSpec(spec: string, value: string, strict: boolean): boolean {
  const [wanted, name] = strict ? [spec, value] : [spec.toLowerCase(), value.trim().toLowerCase()];
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
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
