/**
 * The tool as one live epoch of its server describes it, and where the next description comes from. The server's own
 * name for the tool is what it is found by, in every epoch, letter for letter.
 */
import type { DiscoveredTool, LiveServer, ServerLink } from '../../mcp/types.js';
import type { Clock } from '../../shared/clock.js';
import type { Attempt } from './attempt.js';

export interface Target {
  readonly kind: 'target';
  readonly epoch: number;
  readonly tool: Pick<DiscoveredTool, 'name' | 'hints' | 'inputSchema'>;
  readonly attempt: Attempt;
}

/** The server can't be had, or it no longer offers the tool. */
export type NoTarget = { readonly kind: 'server-gone' } | { readonly kind: 'tool-gone' };

/** Neither may throw; both are bounded and give up when the signal fires. */
export interface TargetSource {
  /** For the first delivery: waits for the ordinary connect-and-list when the server is down. */
  first(signal: AbortSignal): Promise<Target | NoTarget>;
  /** After a loss: an epoch later than the lost one, or over HTTP the live session, listed again. */
  renew(lostEpoch: number, signal: AbortSignal): Promise<Target | NoTarget>;
}

export interface LinkSourceOptions {
  readonly link: ServerLink;
  readonly toolName: string;
  readonly clock: Clock;
}

export function targetsOfLink({ link, toolName, clock }: LinkSourceOptions): TargetSource {
  const find = async (live: LiveServer | undefined): Promise<Target | NoTarget> => {
    if (live === undefined) return { kind: 'server-gone' };
    const tool = live.tools.find(({ name }) => name === toolName);
    if (tool === undefined) return { kind: 'tool-gone' };
    const attempt = link.useCallable
      ? await overCallable(live, tool, clock)
      : await overClient(live, tool, link, clock);
    return { kind: 'target', epoch: live.epoch, tool, attempt };
  };
  return {
    first: async (signal) => find(await link.ready(signal)),
    renew: async (lostEpoch, signal) => find(await link.renew(lostEpoch, signal)),
  };
}

// The adapters bring the MCP SDK along, so they load with the first call.

async function overClient(
  live: LiveServer,
  { name }: DiscoveredTool,
  link: ServerLink,
  clock: Clock,
): Promise<Attempt> {
  const { directAttempt } = await import('./direct-attempt.js');
  return directAttempt({ live, toolName: name, idleTimeoutMs: link.idleTimeoutMs, clock });
}

async function overCallable(live: LiveServer, tool: DiscoveredTool, clock: Clock): Promise<Attempt> {
  const [{ callableAttempt }, { callableOverClient }] = await Promise.all([
    import('./callable-attempt.js'),
    import('./callable-tool.js'),
  ]);
  return callableAttempt({
    callable: (signal) => callableOverClient(live.client, [tool], signal),
    toolName: tool.name,
    watchAttempt: () => live.watchAttempt(),
    clock,
  });
}
