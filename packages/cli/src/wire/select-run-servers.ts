/** Which of the declared MCP servers this run starts, what is said about the others, and about their tools. */
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { createApprovalLookup } from '@qwen-code/qwen-code-core/trust/approvals.js';
import {
  selectServers,
  type NotStartedReason,
  type SelectedServers,
} from '@qwen-code/qwen-code-core/trust/select-servers.js';
import type { RunOptions } from '../args/parse-args.js';
import { operatorIsYolo } from './approval-policy.js';
import type { ServerStatus } from './mcp-side.js';

export interface SelectOptions {
  readonly flags: RunOptions;
  readonly place: Place;
  readonly loaded: LoadedSettings;
}

export function selectRunServers({ flags, place, loaded }: SelectOptions): SelectedServers {
  return selectServers({
    servers: loaded.servers,
    untrustedServers: loaded.untrustedServers,
    workspaceTrusted: loaded.workspaceTrusted,
    yolo: operatorIsYolo(flags, loaded),
    onlyNames: flags.allowedMcpServerNames,
    allowed: loaded.settings.mcp.allowed,
    excluded: loaded.settings.mcp.excluded,
    approvalOf: createApprovalLookup(loaded.paths.mcpApprovals, place.cwd),
  });
}

/** Servers that somebody chose to leave out stay out quietly; wrong entries are among the settings' warnings. */
const TOLD: readonly NotStartedReason[] = ['untrusted-workspace', 'pending-approval', 'changed-since-approval'];

/** Of the project, and nobody has answered about the entry as it is now. */
export const UNANSWERED: readonly NotStartedReason[] = ['pending-approval', 'changed-since-approval'];

const UNTRUSTED_FOLDER =
  'This folder is not trusted: its own files do not count, and no MCP server runs in it. /trust changes that.';

/** A person at the terminal is asked about servers that wait, and needs one sentence about a folder, not one a server. */
export function notStartedWarnings(
  { notStarted }: SelectedServers,
  { asksAboutServers = false }: { readonly asksAboutServers?: boolean | undefined } = {},
): string[] {
  if (asksAboutServers) return notStarted.some(({ why }) => why === 'untrusted-workspace') ? [UNTRUSTED_FOLDER] : [];
  return notStarted.filter(({ why }) => TOLD.includes(why)).map(({ shown }) => shown);
}

/** What the model hears of a tool that is missing because its server is: the longest server name that fits is meant. */
export function explainMissingTool(name: string, statuses: readonly ServerStatus[]): string | undefined {
  const server = statuses
    .filter((status) => name.startsWith(`mcp__${status.name}__`))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (server === undefined || server.status === 'connected') return undefined;
  return `The tool ${name} is not there: MCP server "${server.name}" is not available now, so nothing was run.`;
}
