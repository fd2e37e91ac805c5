/**
 * A tool whose declaration costs nothing and whose work is loaded at its first call. Here ends every throw of a
 * built-in tool: an abort becomes a cancelled result, a file system error the sentence that explains it.
 */
import { noDebugLog, type DebugLog } from '../shared/debug-log.js';
import { QwenError, shownText } from '../shared/qwen-error.js';
import { explainFileError } from './files/file-errors.js';
import { cancelledResult, errorResult } from './results.js';
import type { Tool, ToolResult } from './types.js';

export type ToolDeclaration = Omit<Tool, 'execute'>;
export type Execute = Tool['execute'];

/** `debug` hears of what nobody foresaw; the result names its class alone. */
export function lazyTool(
  declaration: ToolDeclaration,
  load: () => Promise<Execute>,
  debug: DebugLog = noDebugLog,
): Tool {
  return {
    ...declaration,
    execute: async (args, context) => {
      try {
        if (context.signal.aborted) return cancelledResult('Cancelled before it started.');
        const execute = await load();
        return await execute(args, context);
      } catch (error) {
        debug('tools', `${declaration.name} failed`, error);
        return failed(error, context.signal);
      }
    },
  };
}

function failed(error: unknown, signal: AbortSignal): ToolResult {
  if (signal.aborted) return cancelledResult('Cancelled.');
  if (error instanceof QwenError) return errorResult(error.shown);
  return errorResult(explainFileError(error) ?? shownText(error));
}
