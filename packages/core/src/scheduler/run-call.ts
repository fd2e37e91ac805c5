/**
 * Runs one approved call and always comes back with a result, also when the tool breaks its word: a thrown error becomes an
 * error result, and a tool that does not stop after a cancel is left behind.
 */
import type { Clock } from '../shared/clock.js';
import { noDebugLog, type DebugLog } from '../shared/debug-log.js';
import { shownText } from '../shared/qwen-error.js';
import type { Tool, ToolArguments, ToolProgress, ToolResult } from '../tools/types.js';

export interface RunCallOptions {
  readonly callId: string;
  readonly tool: Tool;
  readonly args: ToolArguments;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly debug?: DebugLog | undefined;
  onProgress(progress: ToolProgress): void;
}

/** How long a tool may take to stop after a cancel. The whole program has three seconds. */
export const STOP_GRACE_MS = 1_500;

const LEFT_BEHIND: ToolResult = {
  status: 'cancelled',
  text: 'Cancelled while it was running; it did not stop in time and may still have taken effect.',
};

export async function runCall(options: RunCallOptions): Promise<ToolResult> {
  const { signal, clock } = options;
  const settled = new AbortController();
  try {
    const late = leaveBehind({ signal, clock, settled: settled.signal });
    return await Promise.race([execute(options, settled.signal), late.then(() => leftBehind(options.tool))]);
  } finally {
    settled.abort();
  }
}

async function execute(
  { tool, args, callId, signal, onProgress, debug = noDebugLog }: RunCallOptions,
  settled: AbortSignal,
): Promise<ToolResult> {
  try {
    return await tool.execute(args, {
      callId,
      signal,
      onProgress: (progress) => {
        if (!settled.aborted) onProgress(progress);
      },
    });
  } catch (error) {
    debug('scheduler', `${tool.name} threw instead of returning a result`, error);
    return { status: 'error', text: shownText(error) };
  }
}

/** What was on its way to a server may have been done there, unless it only reads. */
function leftBehind({ server, parallel }: Tool): ToolResult {
  return server === undefined || parallel ? LEFT_BEHIND : { ...LEFT_BEHIND, outcomeUnknown: true };
}

/** Resolves some time after a cancel; never when the call settles first. */
function leaveBehind({
  signal,
  clock,
  settled,
}: {
  signal: AbortSignal;
  clock: Clock;
  settled: AbortSignal;
}): Promise<void> {
  return new Promise((resolve) => {
    const onAbort = (): void => {
      clock.sleep(STOP_GRACE_MS, settled).then(
        () => resolve(),
        () => {}, // The call settled: nothing is left behind.
      );
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true, signal: settled });
  });
}
