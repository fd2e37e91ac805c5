/**
 * The MCP servers that the settings declare, each with where it comes from. A higher layer's entry replaces the lower
 * one of the same name whole, also when it is wrong: then that name is not started at all.
 */
import { parse, type ParseEntry } from 'shell-quote';
import type { CheckedServer } from './check.js';
import type { McpServerEntry } from './mcp-server-schema.js';
import type { FileScope } from './paths.js';
import { ownValue, type JsonObject } from './read-json.js';

export type ServerScope = FileScope | 'command-line';

interface ServerOrigin {
  readonly name: string;
  readonly scope: ServerScope;
  /** The file that declares it; undefined for inline JSON of `--mcp-config`. */
  readonly file: string | undefined;
}

export type ConfiguredServer = ServerOrigin &
  (
    | {
        readonly kind: 'ok';
        readonly entry: McpServerEntry;
        /** The entry before wrong fields were left out: what an approval is bound to. */
        readonly written: JsonObject;
      }
    /** `shown` names the file, the key and what it must be. */
    | { readonly kind: 'invalid'; readonly shown: string }
  );

/** Checked servers of one layer. */
export interface ServerLayer {
  readonly scope: ServerScope;
  readonly file: string | undefined;
  readonly servers: readonly CheckedServer[];
  /** The layer's `mcpServers`, after interpolation and before the check. */
  readonly written: unknown;
  readonly serverCommand?: string | undefined;
}

/** Layers lowest first. */
export function collectServers(layers: readonly ServerLayer[]): ConfiguredServer[] {
  const byName = new Map<string, ConfiguredServer>();
  const declared = layers.filter(({ serverCommand }) => serverCommand !== undefined && serverCommand !== '').at(-1);
  if (declared !== undefined) byName.set(COMMAND_SERVER, commandServer(declared));
  for (const { scope, file, servers, written } of layers) {
    for (const server of servers) {
      const entry = ownValue(written, server.name) as JsonObject;
      byName.set(server.name, {
        ...server,
        scope,
        file,
        ...(server.kind === 'ok' ? { written: entry } : {}),
      } as ConfiguredServer);
    }
  }
  return [...byName.values()];
}

const COMMAND_SERVER = 'mcp';

/** `mcp.serverCommand`, split like a shell does. Variables were filled before; operators are refused, not run. */
function commandServer({ scope, file, serverCommand = '' }: ServerLayer): ConfiguredServer {
  const origin = { name: COMMAND_SERVER, scope, file };
  const words = parse(serverCommand, (name) => `$${name}`).map(plainWord);
  const [command, ...args] = words;
  if (command === undefined || words.includes(undefined)) {
    const shown = `Settings file ${file}: "mcp.serverCommand" must be one plain command with its arguments; server "${COMMAND_SERVER}" is not started until you correct it.`;
    return { ...origin, kind: 'invalid', shown };
  }
  const entry = { command, args: args.filter((arg) => arg !== undefined) };
  return { ...origin, kind: 'ok', entry, written: entry };
}

function plainWord(word: ParseEntry): string | undefined {
  if (typeof word === 'string') return word;
  return 'pattern' in word ? word.pattern : undefined;
}
