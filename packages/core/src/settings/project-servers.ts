/**
 * `.mcp.json` of the working directory: servers that the project shares with whoever works in it, in the shape that other
 * agents read too. A file that can't be understood is one sentence and no server; it never stops a run, because it can
 * only add servers. Nothing in it starts without the user's approval (trust/select-servers).
 */
import { join } from 'node:path';
import { shownText } from '../shared/qwen-error.js';
import { isJsonObject, ownValue, readJsonObject, type FileLabel, type JsonObject } from './read-json.js';

export const PROJECT_SERVERS_FILE = '.mcp.json';

export interface ProjectServers {
  readonly label: FileLabel;
  /** Entries by name, as they are written. */
  readonly servers: JsonObject;
  readonly refusedKeys: readonly string[];
  /** Why none of it counts, in one sentence. */
  readonly problem?: string;
}

/** Undefined when there is no such file. Never throws. */
export function readProjectServers(cwd: string): ProjectServers | undefined {
  const label = { what: 'MCP servers file', file: join(cwd, PROJECT_SERVERS_FILE) };
  const none = (problem: string): ProjectServers => ({ label, servers: {}, refusedKeys: [], problem });
  try {
    const parsed = readJsonObject(label);
    if (parsed === undefined) return undefined;
    const servers = ownValue(parsed.value, 'mcpServers');
    if (isJsonObject(servers)) return { label, servers, refusedKeys: parsed.refusedKeys };
    return none(
      `${label.what} ${label.file} has no "mcpServers" object; no server of it is started until you correct it.`,
    );
  } catch (error) {
    return none(`${shownText(error)} No server of it is started.`);
  }
}

/** Servers as this file spells them, as settings spell them. Pure. */
export function inSettingsSpelling(servers: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(servers).map(([name, entry]) => [name, presentEntry(entry)]));
}

const HTTP_TYPES: readonly unknown[] = ['http', 'streamable-http'];

/** Here `type` says what a `url` is; an entry of settings says it by the key. */
function presentEntry(entry: unknown): unknown {
  if (!isJsonObject(entry)) return entry;
  const { type, ...rest } = entry;
  if (!HTTP_TYPES.includes(type) || ['command', 'httpUrl'].some((key) => Object.hasOwn(rest, key))) return rest;
  if (!Object.hasOwn(rest, 'url')) return rest;
  const { url, ...others } = rest;
  return { ...others, httpUrl: url };
}
