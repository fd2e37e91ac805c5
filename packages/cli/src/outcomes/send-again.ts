/**
 * Sends a recorded call once more because a person has just decided so: through the ordinary approval, so that a rule that
 * denies the tool still denies it. Whether it may be sent at all is in retriable-call; its key and its link to the record are
 * the tool's (see createMcpTool, `retry`).
 */
import { permission } from '@qwen-code/qwen-code-core/scheduler/permission.js';
import type { ApprovalPolicy } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { Tool, ToolArguments, ToolResult } from '@qwen-code/qwen-code-core/tools/types.js';

export interface CallAgain {
  readonly tool: Tool;
  readonly callId: string;
  readonly args: ToolArguments;
  readonly policy: ApprovalPolicy;
  readonly signal: AbortSignal;
}

/** Nothing was sent when the answer is a sentence. */
export async function sendAgain({ tool, callId, args, policy, signal }: CallAgain): Promise<ToolResult | string> {
  const may = await permission({ callId, tool, args }, signal, {
    policy: () => policy,
    // By the person at the terminal, who has just been asked.
    approver: () => Promise.resolve({ behavior: 'allow' }),
  });
  if (may.behavior === 'cancelled') return 'Nothing was sent.';
  if (may.behavior === 'deny') return may.shown;
  return tool.execute(args, { callId, signal, onProgress: () => {} });
}
