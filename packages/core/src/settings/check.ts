/**
 * Checks one settings layer against the schema. A wrong value is reported in one sentence and ignored; the rest of the
 * file counts. Two kinds of value are not simply ignored, because that would allow more than the file says:
 * a key that restricts stops the run, and a server entry whose wrong field decides what is started is not started.
 *
 * Sentences name the file, the key and the expected type, never the value.
 */
import { QwenError } from '../shared/qwen-error.js';
import { describeIssue, dottedKey, whereToDrop, without } from './check-issue.js';
import { mcpServerSchema, type McpServerEntry } from './mcp-server-schema.js';
import { isJsonObject, type FileLabel, type JsonObject } from './read-json.js';
import { settingsSchema, type Settings } from './schema.js';

export type CheckedServer =
  | { readonly kind: 'ok'; readonly name: string; readonly entry: McpServerEntry }
  | { readonly kind: 'invalid'; readonly name: string; readonly shown: string };

export interface CheckedLayer {
  /** Without `mcpServers`. */
  readonly settings: Settings;
  readonly servers: readonly CheckedServer[];
  readonly warnings: readonly string[];
}

/** Keys that restrict: ignoring a wrong value would let more happen than the file allows. */
const RESTRICTING = [
  'permissions.ask',
  'permissions.deny',
  'tools.core',
  'tools.disabled',
  'tools.exclude',
  'mcp.allowed',
  'mcp.excluded',
  'mcp.unknownOutcomes.freeze',
  'security.folderTrust.enabled',
];

/** Fields of a server entry that don't change what is started; any other wrong field does. */
const HARMLESS_FIELDS: Readonly<Record<string, string>> = {
  trust: 'the server counts as not trusted',
  timeout: 'the default is used',
  discoveryTimeoutMs: 'the default is used',
  progress: 'the default is used',
  alwaysLoadTools: 'the default is used',
  description: 'it is left out',
  type: 'it is left out',
};

/** Throws QwenError('config') for a wrong value of a restricting key. */
export function checkLayer(values: JsonObject, label: FileLabel): CheckedLayer {
  const { mcpServers, ...rest } = values;
  const issues = settingsSchema.safeParse(rest).error?.issues ?? [];
  const warnings = issues.map((issue) => {
    const key = dottedKey(issue.path);
    const sentence = `${label.what} ${label.file}: "${key}" must be ${describeIssue(issue)}`;
    if (RESTRICTING.some((restricting) => overlaps(key, restricting))) {
      throw new QwenError('config', `${sentence}. Correct it there: without it more would be allowed than you meant.`);
    }
    return `${sentence}; the value is ignored until you correct it.`;
  });
  const settings = without(rest, issues.map(whereToDrop)) as Settings;
  if (mcpServers === undefined) return { settings, servers: [], warnings };
  const { servers, warnings: serverWarnings } = checkServers(mcpServers, label);
  return { settings, servers, warnings: [...warnings, ...serverWarnings] };
}

/** Entries by name. What isn't an object at all is one warning and no server. */
export function checkServers(value: unknown, label: FileLabel): Pick<CheckedLayer, 'servers' | 'warnings'> {
  if (!isJsonObject(value)) {
    const shown = `${label.what} ${label.file}: "mcpServers" must be an object; no server of this file is started until you correct it.`;
    return { servers: [], warnings: [shown] };
  }
  const checked = Object.entries(value).map(([name, entry]) => checkServer(name, entry, label));
  return { servers: checked.map(({ server }) => server), warnings: checked.flatMap(({ warnings }) => warnings) };
}

function checkServer(
  name: string,
  entry: unknown,
  { what, file }: FileLabel,
): { server: CheckedServer; warnings: string[] } {
  const issues = mcpServerSchema.safeParse(entry).error?.issues ?? [];
  const sentence = (issue: (typeof issues)[number]): string =>
    `${what} ${file}: "${dottedKey(['mcpServers', name, ...issue.path])}" must be ${describeIssue(issue)}`;
  const fatal = issues.find(({ path }) => !Object.hasOwn(HARMLESS_FIELDS, String(path[0])));
  if (fatal !== undefined) {
    const shown = `${sentence(fatal)}; server "${name}" is not started until you correct it.`;
    return { server: { kind: 'invalid', name, shown }, warnings: [shown] };
  }
  const warnings = issues.map((issue) => {
    return `${sentence(issue)}; ${HARMLESS_FIELDS[String(issue.path[0])] ?? ''} until you correct it.`;
  });
  const kept = without(entry as JsonObject, issues.map(whereToDrop)) as McpServerEntry;
  return { server: { kind: 'ok', name, entry: kept }, warnings };
}

/** Whether one key is the other or lies inside it. */
const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || one.startsWith(`${other}[`) || other.startsWith(`${one}.`);
