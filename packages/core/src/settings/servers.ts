/**
 * The MCP servers that the settings declare, each with where it comes from. A higher layer's entry replaces the lower
 * one of the same name whole, also when it is wrong: then that name is not started at all.
 */
import { parse, type ParseEntry } from 'shell-quote';
import type { CheckedServer } from './check.js';
import { valuesReferredTo } from './interpolate.js';
import type { McpServerEntry } from './mcp-server-schema.js';
import type { FileScope } from './paths.js';
import { ownValue, type JsonObject } from './read-json.js';

/** `project`: .mcp.json; `sdk`: the program that drives qwen; `command-line`: --mcp-config. Lowest precedence first. */
export const SERVER_SCOPES = [
  'system-defaults',
  'user',
  'project',
  'workspace',
  'system',
  'sdk',
  'command-line',
] as const satisfies readonly (FileScope | 'project' | 'sdk' | 'command-line')[];
export type ServerScope = (typeof SERVER_SCOPES)[number];

/** Whether the project declares it, so that it waits for the user's approval. */
export const isGated = (scope: ServerScope): boolean => scope === 'project' || scope === 'workspace';

/** What an approval is bound to. */
export interface Declaration {
  /** The entry as it stands in its file: variables not filled, wrong fields not left out. */
  readonly written: JsonObject;
  /** The values that the project's own files give to variables of it; none: left out. */
  readonly fromProject?: Readonly<Record<string, string>>;
}

interface ServerOrigin {
  readonly name: string;
  readonly scope: ServerScope;
  /** The file that declares it; undefined for inline JSON of `--mcp-config`. */
  readonly file: string | undefined;
}

export type ConfiguredServer = ServerOrigin &
  (
    | ({ readonly kind: 'ok'; readonly entry: McpServerEntry } & Declaration)
    /** `shown` names the file, the key and what it must be. */
    | { readonly kind: 'invalid'; readonly shown: string }
  );

/** Checked servers of one layer. */
export interface ServerLayer {
  readonly scope: ServerScope;
  readonly file: string | undefined;
  readonly servers: readonly CheckedServer[];
  /** The layer's `mcpServers` as it stands in the file. */
  readonly written: unknown;
  /** `mcp.serverCommand` with its variables filled, and as it stands in the file. */
  readonly serverCommand?: { readonly filled: string; readonly written: unknown } | undefined;
}

/** In any order; `fromProject` holds every variable that has its value from the project's own files. */
export function collectServers(
  layers: readonly ServerLayer[],
  fromProject: Readonly<Record<string, string>>,
): ConfiguredServer[] {
  const lowestFirst = layers.toSorted((a, b) => SERVER_SCOPES.indexOf(a.scope) - SERVER_SCOPES.indexOf(b.scope));
  const byName = new Map<string, ConfiguredServer>();
  const command = lowestFirst.flatMap((layer) => commandServer(layer, fromProject)).at(-1);
  if (command !== undefined) byName.set(command.name, command);
  for (const { scope, file, servers, written } of lowestFirst) {
    for (const server of servers) {
      const origin = { name: server.name, scope, file };
      const declared = declarationOf(ownValue(written, server.name) as JsonObject, scope, fromProject);
      byName.set(server.name, { ...server, ...origin, ...(server.kind === 'ok' ? declared : {}) } as ConfiguredServer);
    }
  }
  return [...byName.values()];
}

/** What an approval of this entry is bound to. Only entries of the project are filled from the project's own files. */
export function declarationOf(
  written: JsonObject,
  scope: ServerScope,
  fromProject: Readonly<Record<string, string>>,
): Declaration {
  const values = isGated(scope) ? valuesReferredTo(written, fromProject) : {};
  return Object.keys(values).length === 0 ? { written } : { written, fromProject: values };
}

const COMMAND_SERVER = 'mcp';

/** `mcp.serverCommand`, split like a shell does. Variables were filled before; operators are refused, not run. */
function commandServer(
  { scope, file, serverCommand }: ServerLayer,
  fromProject: Readonly<Record<string, string>>,
): ConfiguredServer[] {
  if (serverCommand === undefined || serverCommand.filled === '') return [];
  const origin = { name: COMMAND_SERVER, scope, file };
  const words = parse(serverCommand.filled, (name) => `$${name}`).map(plainWord);
  const [command, ...args] = words;
  if (command === undefined || words.includes(undefined)) {
    const shown = `Settings file ${file}: "mcp.serverCommand" must be one plain command with its arguments; server "${COMMAND_SERVER}" is not started until you correct it.`;
    return [{ ...origin, kind: 'invalid', shown }];
  }
  const entry = { command, args: args.filter((arg) => arg !== undefined) };
  return [
    { ...origin, kind: 'ok', entry, ...declarationOf({ serverCommand: serverCommand.written }, scope, fromProject) },
  ];
}

function plainWord(word: ParseEntry): string | undefined {
  if (typeof word === 'string') return word;
  return 'pattern' in word ? word.pattern : undefined;
}
