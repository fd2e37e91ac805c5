/**
 * Writes down in the team's file which tools were reviewed, keeping its comments and everything else in it.
 * All servers in one step. A file that can't be understood is never written.
 */
import { editJsonFile, type Change } from '../../settings/edit.js';
import type { DiscoveredTool } from '../types.js';
import type { AcceptedServer } from './file-schema.js';
import { fingerprint } from './fingerprint.js';
import { INVENTORY_FILE } from './inventory-path.js';

export interface Acceptance {
  readonly file: string;
  /** UTC. */
  readonly at: string;
  readonly servers: readonly { readonly server: string; readonly tools: readonly DiscoveredTool[] }[];
  /** Servers whose earlier acceptance is dropped. */
  readonly dropped: readonly string[];
}

/** JSON has no key of this name that can be read back: such a tool is never accepted. */
const NO_KEY = '__proto__';

/** Throws QwenError('config'); then the file is as it was. */
export function acceptInventory({ file, at, servers, dropped }: Acceptance): void {
  const changes = [
    ...dropped.map((name): Change => ({ path: ['accepted', name], value: undefined })),
    ...servers
      .filter(({ server }) => server !== NO_KEY)
      .map(({ server, tools }): Change => ({ path: ['accepted', server], value: accepted(at, tools) })),
  ];
  editJsonFile({ what: INVENTORY_FILE, file, newFile: '{}\n' }, changes);
}

function accepted(at: string, tools: readonly DiscoveredTool[]): AcceptedServer {
  const named = tools.filter(({ name }) => name !== NO_KEY);
  // As JSON has it, so that what is read back is the same.
  return JSON.parse(
    JSON.stringify({ at, tools: Object.fromEntries(named.map((tool) => [tool.name, fingerprint(tool)])) }),
  ) as AcceptedServer;
}
