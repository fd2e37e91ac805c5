/** What the settings of the moment mean for the servers of a run: which configs run, and what is said of the others. Pure. */
import { planServer, type ServerConfig } from '@qwen-code/qwen-code-core/mcp/server-config.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { ServerScope } from '@qwen-code/qwen-code-core/settings/servers.js';
import type { NotStartedReason, SelectedServers } from '@qwen-code/qwen-code-core/trust/select-servers.js';
import type { ServerStatus } from './mcp-side.js';
import { targetOf } from './server-target.js';

export interface DeclaredServer {
  readonly name: string;
  readonly source: ServerScope | undefined;
  readonly target: string | undefined;
  readonly notStarted: { readonly why: NotStartedReason; readonly shown: string } | undefined;
}

export interface Arranged {
  readonly loaded: LoadedSettings;
  readonly configs: readonly ServerConfig[];
  /** Entries that no transport can be made of. */
  readonly invalid: readonly ServerStatus[];
  /** Declared, not started, and told among the servers all the same. */
  readonly idle: readonly ServerStatus[];
  readonly declared: readonly DeclaredServer[];
}

export function arrangeServers(loaded: LoadedSettings, selected: SelectedServers, { cwd }: Place): Arranged {
  const byName = new Map(loaded.servers.map((server) => [server.name, server]));
  const planned = selected.start.map(({ name, entry }) => ({ name, plan: planServer(name, entry, cwd) }));
  const wrong = planned.flatMap(({ name, plan }) => (plan.kind === 'invalid' ? [{ name, shown: plan.shown }] : []));
  const notStarted = [...selected.notStarted, ...wrong.map((server) => ({ ...server, why: 'invalid' as const }))];
  const whyNot = new Map(notStarted.map(({ name, why, shown }) => [name, { why, shown }]));
  const names = [...selected.start, ...selected.notStarted].map(({ name }) => name);
  return {
    loaded,
    configs: planned.flatMap(({ plan }) => (plan.kind === 'ok' ? [plan.config] : [])),
    invalid: wrong.map((server) => ({ ...server, status: 'disconnected' })),
    idle: selected.notStarted
      .filter(({ why }) => why !== 'not-allowed')
      .map(({ name }) => ({ name, status: 'disconnected' })),
    declared: names.map((name) => {
      const server = byName.get(name);
      const target = server?.kind === 'ok' ? targetOf(server.entry) : undefined;
      return { name, source: server?.scope, target, notStarted: whyNot.get(name) };
    }),
  };
}
