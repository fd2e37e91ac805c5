/** What ends a run before the model does: flags over settings. Pure. */
import type { AgentOptions } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import { perConversation } from '@qwen-code/qwen-code-core/agent/call-budget.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { RunOptions } from '../args/parse-args.js';

type Limits = Pick<AgentOptions, 'maxTurns' | 'callBudget' | 'maxWallTimeMs' | 'maxToolCallsPerTurn' | 'maxRepeats'>;

/** After so many times the same calls with the same results a model is taken to go in circles. */
const CIRCLES = 5;

export function runLimits(
  flags: Pick<RunOptions, 'maxSessionTurns' | 'maxToolCalls' | 'maxWallTimeMs'>,
  { settings: { model } }: Pick<LoadedSettings, 'settings'>,
): Limits {
  return {
    maxTurns: flags.maxSessionTurns ?? model.maxSessionTurns,
    callBudget: perConversation(flags.maxToolCalls ?? model.maxToolCalls),
    maxWallTimeMs: flags.maxWallTimeMs ?? model.maxWallTimeSeconds * 1_000,
    maxToolCallsPerTurn: model.maxToolCallsPerTurn,
    maxRepeats: model.skipLoopDetection ? undefined : CIRCLES,
  };
}
