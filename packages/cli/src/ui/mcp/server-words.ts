/** What people read of an MCP server: how it is, and where it comes from. Pure. */
import type { ServerScope } from '@qwen-code/qwen-code-core/settings/servers.js';
import type { ServerView } from '../../wire/mcp-side.js';
import type { Role } from '../render/theme.js';
import type { ServerCondition } from '../state/view-state.js';

interface StateWords {
  readonly condition: ServerCondition;
  readonly mark: string;
  readonly words: string;
  readonly role: Role;
}

const words = (condition: ServerCondition, mark: string, text: string, role: Role): StateWords => ({
  condition,
  mark,
  words: text,
  role,
});

const STARTING = words('starting', '◌', 'starting', 'info');
const REPAIRING = words('offline', '✗', 'disconnected, connecting again', 'warning');

const STATE_WORDS: Readonly<Record<Exclude<ServerView['state'], 'connecting' | 'waiting'>, StateWords>> = {
  ready: words('connected', '✓', 'connected', 'good'),
  lost: REPAIRING,
  failed: words('offline', '✗', 'disconnected', 'bad'),
  stopped: words('offline', '✗', 'stopped', 'bad'),
  excluded: words('off', '✗', 'disabled', 'muted'),
  'not-allowed': words('off', '✗', 'not among the allowed servers', 'muted'),
  rejected: words('off', '✗', 'rejected', 'muted'),
  'pending-approval': words('asking', '?', 'waits for your approval', 'warning'),
  'changed-since-approval': words('asking', '?', 'changed since you decided, waits for your approval', 'warning'),
  invalid: words('offline', '✗', 'not valid', 'bad'),
  'untrusted-workspace': words('off', '✗', 'not started, this folder is not trusted', 'muted'),
};

/** Before its first answer a server is starting; what comes after a problem is a repair. */
export function stateWords({ state, shown }: Pick<ServerView, 'state' | 'shown'>): StateWords {
  if (state === 'connecting' || state === 'waiting') return shown === undefined ? STARTING : REPAIRING;
  return STATE_WORDS[state];
}

/** In the order they are listed. */
const GROUPS: readonly (readonly [title: string, ...sources: readonly (ServerScope | undefined)[]])[] = [
  ['User', 'user'],
  ['Project', 'project', 'workspace'],
  ['System', 'system', 'system-defaults'],
  ['Command line', 'command-line'],
  ['SDK', 'sdk'],
  ['Not read: this folder is not trusted', undefined],
];

export const groupOf = ({ source }: Pick<ServerView, 'source'>): string =>
  GROUPS.find(([, ...sources]) => sources.includes(source))?.[0] ?? '';

/** Group by group, by name in each. */
export const inGroups = (servers: readonly ServerView[]): ServerView[] =>
  GROUPS.flatMap(([title]) =>
    servers.filter((server) => groupOf(server) === title).sort((a, b) => a.name.localeCompare(b.name)),
  );

export const SOURCE_WORDS: Readonly<Record<ServerScope, string>> = {
  user: 'your settings (~/.qwen/settings.json)',
  project: "the project's .mcp.json",
  workspace: "the project's .qwen/settings.json",
  system: 'system settings',
  'system-defaults': 'system defaults',
  'command-line': '--mcp-config',
  sdk: 'the program that drives qwen',
};

export function offerWords({ toolCount, promptCount, resourceCount }: Omit<ServerView, 'state'>): string {
  const counts: readonly (readonly [number, string])[] = [
    [toolCount, 'tool'],
    [promptCount, 'prompt'],
    [resourceCount, 'resource'],
  ];
  const parts = counts.flatMap(([count, noun]) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]));
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
