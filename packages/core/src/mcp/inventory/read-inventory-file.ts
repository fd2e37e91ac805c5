/**
 * Reads the team's inventory file. A file that can't be parsed stops with QwenError('config'); a wrong value is a
 * sentence that names the file, the key and the expected type, and is left out. Left-out words on safety are not lost:
 * `team` reads the file as it stands and takes a wrong class for the strictest.
 */
import { describeIssue, dottedKey, whereToDrop, without } from '../../settings/check-issue.js';
import { ownValue, parseJsonObject, readText } from '../../settings/read-json.js';
import { inventoryFileSchema, type AcceptedServer, type InventoryFile } from './file-schema.js';
import { INVENTORY_FILE } from './inventory-path.js';
import { teamWord } from './team-word.js';
import type { ReplayClass } from './replay-class.js';

/** What the team says; every text is trimmed, and an empty one is none. */
export interface TeamFile {
  readonly warnings: readonly string[];
  readonly workspaceTrustJustification: string | undefined;
  server(name: string): { readonly owner: string | undefined; readonly trustJustification: string | undefined };
  tool(
    server: string,
    tool: string,
  ): { readonly owner: string | undefined; readonly team: ReplayClass | undefined; readonly note: string | undefined };
  /** Undefined: this server's tools were never accepted. */
  accepted(server: string): AcceptedServer | undefined;
  readonly acceptedServers: readonly string[];
}

/** A missing file says nothing. Throws QwenError('config') for one that can't be read or parsed. */
export function readInventoryFile(file: string): TeamFile {
  const label = { what: INVENTORY_FILE, file };
  const { value: root, refusedKeys } = parseJsonObject(readText(label) ?? '', label);
  const issues = inventoryFileSchema.safeParse(root).error?.issues ?? [];
  const kept = without(root, issues.map(whereToLeaveOut)) as InventoryFile;
  const warnings = [
    ...refusedKeys.map(
      (key) => `${INVENTORY_FILE} ${file}: "${key}" can't be a key; no tool is sent again while it is there.`,
    ),
    ...issues.map(
      (issue) =>
        `${INVENTORY_FILE} ${file}: "${dottedKey(issue.path)}" must be ${describeIssue(issue)}; ${consequence(issue.path)}.`,
    ),
  ];
  const serverOf = (name: string): NonNullable<InventoryFile['servers']>[string] | undefined =>
    ownValue(kept.servers, name) as NonNullable<InventoryFile['servers']>[string] | undefined;
  return {
    warnings,
    workspaceTrustJustification: words(kept.workspace?.trustJustification),
    server: (name) => ({
      owner: words(serverOf(name)?.owner),
      trustJustification: words(serverOf(name)?.trustJustification),
    }),
    tool: (server, tool) => {
      const entry = ownValue(serverOf(server)?.tools, tool);
      return {
        owner: words(ownValue(entry, 'owner')) ?? words(serverOf(server)?.owner),
        team: refusedKeys.length > 0 ? 'unknown' : teamWord(root, server, tool),
        note: words(ownValue(entry, 'note')),
      };
    },
    accepted: (server) => ownValue(kept.accepted, server) as AcceptedServer | undefined,
    acceptedServers: Object.keys(kept.accepted ?? {}),
  };
}

const words = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Half of what was accepted is nothing to compare with. */
const whereToLeaveOut = (issue: Parameters<typeof whereToDrop>[0]): readonly PropertyKey[] =>
  issue.path[0] === 'accepted' ? issue.path.slice(0, 2) : whereToDrop(issue);

/** A wrong type where a class could stand hides it, so the tools below count as unknown. */
function consequence(path: readonly PropertyKey[]): string {
  const [top, , third, , last] = path;
  if (top === 'accepted') return 'it counts as not accepted until you correct it';
  const hidesClass =
    top === 'servers' &&
    (last === 'class' || path.length === 4 || (third === 'tools' && path.length === 3) || path.length <= 2);
  return hidesClass
    ? 'what it covers counts as unknown and is never sent again until you correct it'
    : 'the value is ignored until you correct it';
}
