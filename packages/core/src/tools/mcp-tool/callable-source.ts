/**
 * The epochs of a host's own callable: which connection a call goes to, and how a lost one is followed by the next.
 * All tools of one host share them, and a renewal that is under way is shared by every call that waits for it.
 */
import { parseHints } from '../../mcp/discovery/hints.js';
import type { AttemptWatch } from '../../mcp/transports/types.js';
import type { DiscoveredTool } from '../../mcp/types.js';
import type { DebugLog } from '../../shared/debug-log.js';
import type { Attempt } from './attempt.js';
import type { CallableTool, FunctionDeclaration } from './callable-tool.js';
import type { NoTarget, Target, TargetSource } from './target.js';

/** One connection's callable, for as long as the connection lives. */
export interface CallableConnection {
  readonly callable: CallableTool;
  /** The MCP annotations of a tool, as the server sent them. Missing: none, and then nothing is ever sent again. */
  annotationsOf?(tool: string): unknown;
  /** When the callable runs over a transport of ours (`LiveServer.watchAttempt`): losses are then seen, not guessed. */
  readonly watchAttempt?: () => AttemptWatch;
}

/** A fresh connection after a loss; undefined when none can be had. */
export type RenewCallable = () => Promise<CallableConnection | undefined>;

export interface CallableSourceOptions {
  readonly connection: CallableConnection;
  readonly tools: readonly DiscoveredTool[];
  readonly renew: RenewCallable | undefined;
  readonly debug: DebugLog;
}

interface Epoch {
  readonly number: number;
  readonly connection: CallableConnection;
  readonly tools: readonly DiscoveredTool[];
  /** A call on it was lost: the next first delivery waits for its successor. */
  lost: boolean;
}

export function callableEpochs(options: CallableSourceOptions): (toolName: string) => TargetSource {
  const { renew, debug } = options;
  let current: Epoch = { number: 1, connection: options.connection, tools: options.tools, lost: false };
  let renewing: Promise<Epoch | undefined> | undefined;

  const open = async (): Promise<Epoch | undefined> => {
    try {
      const connection = await renew?.();
      if (connection === undefined) return undefined;
      current = { number: current.number + 1, connection, tools: await listTools(connection), lost: false };
      return current;
    } catch (error) {
      debug('mcp', 'callable not renewed', error);
      return undefined;
    }
  };
  const successor = (signal: AbortSignal): Promise<Epoch | undefined> => {
    renewing ??= open().finally(() => {
      renewing = undefined;
    });
    return Promise.race([renewing, aborted(signal)]);
  };
  const find = async (epoch: Epoch | undefined, toolName: string): Promise<Target | NoTarget> => {
    if (epoch === undefined) return { kind: 'server-gone' };
    const tool = epoch.tools.find(({ name }) => name === toolName);
    if (tool === undefined) return { kind: 'tool-gone' };
    return { kind: 'target', epoch: epoch.number, tool, attempt: await attemptOn(epoch, toolName) };
  };

  return (toolName) => ({
    first: async (signal) => find(current.lost && renew !== undefined ? await successor(signal) : current, toolName),
    renew: async (lostEpoch, signal) => find(current.number > lostEpoch ? current : await successor(signal), toolName),
  });
}

async function attemptOn(epoch: Epoch, toolName: string): Promise<Attempt> {
  const { callable, watchAttempt } = epoch.connection;
  const { callableAttempt } = await import('./callable-attempt.js');
  const attempt = callableAttempt({ callable: () => callable, toolName, watchAttempt });
  return async (request) => {
    const outcome = await attempt(request);
    if (outcome.kind === 'lost') epoch.lost = true;
    return outcome;
  };
}

/** Lists the callable's declarations, joined with what its host says of each tool. Throws what the callable throws. */
export async function listTools({ callable, annotationsOf }: CallableConnection): Promise<DiscoveredTool[]> {
  const { functionDeclarations = [] } = await callable.tool();
  return functionDeclarations.filter(isNamed).map(({ name, description = '', parametersJsonSchema }) => ({
    name,
    title: undefined,
    description,
    inputSchema: isSchema(parametersJsonSchema) ? parametersJsonSchema : { type: 'object' },
    ...withAnnotations(annotationsOf?.(name)),
  }));
}

const withAnnotations = (annotations: unknown): Pick<DiscoveredTool, 'annotations' | 'hints'> => ({
  hints: parseHints(annotations),
  ...(annotations === undefined ? {} : { annotations }),
});

const isNamed = (declaration: FunctionDeclaration): declaration is FunctionDeclaration & { name: string } =>
  typeof declaration.name === 'string';

const isSchema = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
