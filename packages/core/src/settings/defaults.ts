import type { FreezeSetting } from './freeze-setting.js';

/** The built-in defaults, below every file. Only keys that something reads. */
export const DEFAULTS = {
  model: {
    maxSessionTurns: -1,
    maxWallTimeSeconds: -1,
    maxToolCalls: -1,
    maxSubagentDepth: 5,
    skipLoopDetection: true,
  },
  security: { folderTrust: { enabled: false } },
  mcp: {
    toolIdleTimeoutMs: 300_000,
    health: { enabled: true, intervalMs: 30_000, failureThreshold: 3 },
    unknownOutcomes: { freeze: 'ask' as FreezeSetting, retentionDays: 90 },
  },
  tools: {
    shell: { defaultTimeoutMs: 120_000 },
    truncateToolOutputThreshold: 25_000,
    truncateToolOutputLines: 1_000,
    toolOutputBatchBudget: 200_000,
    toolSearch: { threshold: 10 },
  },
  output: { format: 'text' as 'text' | 'json' },
  context: { fileFiltering: { respectGitIgnore: true, respectQwenIgnore: true } },
  general: { chatRecording: true, cleanupPeriodDays: 30 },
  advanced: { excludedEnvVars: ['DEBUG', 'DEBUG_MODE'] },
};

export type Defaults = typeof DEFAULTS;
