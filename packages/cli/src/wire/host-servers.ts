/**
 * Servers that live in the program which drives qwen. That program runs their tools itself, so it is not asked about them
 * again: they get an allow rule, which a deny rule, an ask rule and plan mode still beat. Being allowed is not being
 * trusted: whether a lost call may be repeated is decided as for any other server. Pure.
 */
import { planServer } from '@qwen-code/qwen-code-core/mcp/server-config.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { ConfiguredServer } from '@qwen-code/qwen-code-core/settings/servers.js';

const GIVEN: readonly ConfiguredServer['scope'][] = ['sdk', 'command-line'];

/** The allow rules that hold for them. A name that a rule would read as a pattern gets none. */
export function hostServerRules({ servers }: Pick<LoadedSettings, 'servers'>): string[] {
  return servers
    .filter((server) => server.kind === 'ok' && GIVEN.includes(server.scope) && isPlain(server.name))
    .filter((server) => {
      const planned = server.kind === 'ok' ? planServer(server.name, server.entry, '/') : undefined;
      return planned?.kind === 'ok' && planned.config.plan.kind === 'sdk';
    })
    .map(({ name }) => `mcp__${name}`);
}

const isPlain = (name: string): boolean => /^[^*()\s][^*()]*$/.test(name);
