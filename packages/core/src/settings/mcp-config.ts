/**
 * The value of `--mcp-config`: inline JSON or the path of a file, `{ "mcpServers": { ... } }` or the map itself.
 * The operator's own words: not gated, and filled from the operator's own environment alone (environment.ts).
 */
import { resolve } from 'node:path';
import { QwenError } from '../shared/qwen-error.js';
import { isJsonObject, parseJsonObject, readText, type FileLabel, type JsonObject } from './read-json.js';

export interface McpConfigServers {
  readonly label: FileLabel;
  readonly servers: JsonObject;
}

/** Throws QwenError('config') for anything that is no JSON object, and for a missing file. */
export function readMcpConfig(value: string, cwd: string): McpConfigServers {
  const inline = value.trimStart().startsWith('{');
  const label = inline
    ? { what: 'Option', file: '--mcp-config' }
    : { what: 'MCP config file', file: resolve(cwd, value) };
  const text = inline ? value : readText(label);
  if (text === undefined) {
    throw new QwenError(
      'config',
      `--mcp-config: there is no file ${label.file}. Give a path or JSON that starts with {.`,
    );
  }
  const { value: parsed, refusedKeys } = parseJsonObject(text, label);
  if (refusedKeys[0] !== undefined) {
    throw new QwenError('config', `${label.what} ${label.file}: "${refusedKeys[0]}" can't be used as a name.`);
  }
  const servers = Object.hasOwn(parsed, 'mcpServers') ? parsed['mcpServers'] : parsed;
  if (!isJsonObject(servers)) {
    throw new QwenError('config', `${label.what} ${label.file}: "mcpServers" must be an object of servers by name.`);
  }
  return { label, servers };
}
