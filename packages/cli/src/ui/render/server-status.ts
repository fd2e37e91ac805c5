/** What the footer says of the MCP servers, in a short form and a longer one where there is room. Pure. */
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { ServerCondition, ServerFact } from '../state/view-state.js';

export interface ServerStatus {
  /** `warning`: it must not be missed; `muted`: it may. */
  readonly tone: 'warning' | 'info' | 'muted';
  readonly short: string;
  readonly long: string;
}

/** While servers start, only that is told: who is missing is known when all have had their first answer. */
export function serverStatus(servers: readonly ServerFact[]): readonly ServerStatus[] {
  const named = (condition: ServerCondition): string[] =>
    servers.filter((server) => server.condition === condition).map(({ name }) => printableText(name));
  const [connected, starting, offline, asking] = [
    named('connected'),
    named('starting'),
    named('offline'),
    named('asking'),
  ];
  const meant = connected.length + starting.length + offline.length;
  const waits: ServerStatus[] =
    asking.length === 0
      ? []
      : [
          {
            tone: 'warning',
            short: `${mcps(asking)} to approve`,
            long: `${mcps(asking)} to approve: ${asking.join(', ')} (/mcp)`,
          },
        ];
  if (starting.length > 0) {
    const short = `MCP starting ${meant - starting.length}/${meant}`;
    return [...waits, { tone: 'info', short, long: `${short}: ${starting.join(', ')}` }];
  }
  if (offline.length > 0) {
    const short = `${mcps(offline)} offline`;
    return [{ tone: 'warning', short, long: `${short}: ${offline.join(', ')} (/mcp)` }, ...waits];
  }
  if (connected.length === 0) return waits;
  const all = `${connected.length} MCP server${connected.length === 1 ? '' : 's'}`;
  return [...waits, { tone: 'muted', short: all, long: all }];
}

const mcps = (names: readonly string[]): string => `${names.length} MCP${names.length === 1 ? '' : 's'}`;
