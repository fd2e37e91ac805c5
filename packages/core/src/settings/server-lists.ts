/**
 * Servers that are declared outside of the settings files: `.mcp.json`, the program that drives qwen, `--mcp-config`.
 * What the project wrote may be filled from the project's own files, and waits for an approval; what the operator wrote
 * is filled from the operator's own environment alone. The driving program's entries are taken as they are.
 */
import { refusedKeyWarnings, unsetWarnings, type Environment } from './environment.js';
import { interpolate } from './interpolate.js';
import type { LoadOptions } from './load.js';
import { readMcpConfig } from './mcp-config.js';
import { inSettingsSpelling, readProjectServers } from './project-servers.js';
import type { FileLabel, JsonObject } from './read-json.js';
import type { ServerScope } from './servers.js';

export interface ServerList {
  readonly scope: ServerScope;
  readonly label: FileLabel;
  /** The file, where it is one that a person can open. */
  readonly file: string | undefined;
  readonly filled: JsonObject;
  /** Entries by name, as they were written. */
  readonly written: JsonObject;
  readonly warnings: readonly string[];
}

/** Only what there is. Throws QwenError('config') for a wrong `--mcp-config`. */
export function readServerLists(
  options: LoadOptions,
  workspaceTrusted: boolean,
  environment: Environment,
): ServerList[] {
  if (options.uncustomised !== undefined) return [];
  const project =
    workspaceTrusted && options.uncustomised === undefined ? ofProject(options.cwd, environment) : undefined;
  const host = options.hostServers === undefined ? undefined : ofHost(options.hostServers);
  const flag = options.mcpConfig === undefined ? undefined : ofFlag(options.mcpConfig, options.cwd, environment);
  return [project, host, flag].filter((list) => list !== undefined);
}

function ofProject(cwd: string, environment: Environment): ServerList | undefined {
  const read = readProjectServers(cwd);
  if (read === undefined) return undefined;
  const { label, servers, problem } = read;
  const filled = interpolate({ mcpServers: servers }, environment.env);
  return {
    scope: 'project',
    label,
    file: label.file,
    filled: inSettingsSpelling(filled.value.mcpServers),
    written: servers,
    warnings: [
      ...(problem === undefined ? [] : [problem]),
      ...refusedKeyWarnings(read, label),
      ...unsetWarnings(filled.missing, label, environment),
    ],
  };
}

const ofHost = (servers: JsonObject): ServerList => {
  const label = { what: 'Control request', file: 'initialize' };
  return { scope: 'sdk', label, file: undefined, filled: servers, written: servers, warnings: [] };
};

function ofFlag(value: string, cwd: string, environment: Environment): ServerList {
  const { label, servers } = readMcpConfig(value, cwd);
  const filled = interpolate({ mcpServers: servers }, environment.operator.env);
  return {
    scope: 'command-line',
    label,
    file: undefined,
    filled: filled.value.mcpServers,
    written: servers,
    warnings: unsetWarnings(filled.missing, label, environment),
  };
}
