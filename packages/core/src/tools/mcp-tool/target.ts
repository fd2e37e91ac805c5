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
  let makeAttempt: MakeAttempt | undefined;
  const targetOn = async (coming: Promise<LiveServer | undefined>): Promise<Target | NoTarget> => {
    const live = await coming;
    if (live === undefined) return { kind: 'server-gone' };
    const tool = live.tools.find(({ name }) => name === toolName);
    if (tool === undefined) return { kind: 'tool-gone' };
    makeAttempt ??= await (link.useCallable ? loadCallable() : loadDirect());
    return { kind: 'target', epoch: live.epoch, tool, attempt: makeAttempt({ live, tool, link, clock }) };
  };
  return {
    first: (signal) => targetOn(link.ready(signal)),
    renew: (lostEpoch, signal) => targetOn(link.renew(lostEpoch, signal)),
  };
}

// The adapters bring the MCP SDK along, so they load with the first call.

type MakeAttempt = (on: { live: LiveServer; tool: DiscoveredTool; link: ServerLink; clock: Clock }) => Attempt;

async function loadDirect(): Promise<MakeAttempt> {
  const { directAttempt } = await import('./direct-attempt.js');
  return ({ live, tool, link, clock }) =>
    directAttempt({ live, toolName: tool.name, idleTimeoutMs: link.idleTimeoutMs, clock });
}

async function loadCallable(): Promise<MakeAttempt> {
  const [{ callableAttempt }, { callableOverClient }] = await Promise.all([
    import('./callable-attempt.js'),
    import('./callable-tool.js'),
  ]);
  return ({ live, tool }) =>
    callableAttempt({
      callable: (signal, meta) => callableOverClient(live.client, [tool], signal, meta),
      toolName: tool.name,
      watchAttempt: () => live.watchAttempt(),
    });
}
