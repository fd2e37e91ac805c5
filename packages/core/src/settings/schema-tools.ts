/** Settings of tools, permissions and MCP as a whole. */
import * as z from 'zod/mini';
import { FREEZE_SETTINGS } from './freeze-setting.js';
import { about, anything, flag, group, number, positive, text, texts, whole } from './schema-kinds.js';

/** `auto_edit` and `autoedit` are older spellings of `auto-edit`. */
export const APPROVAL_MODES = ['plan', 'default', 'auto-edit', 'auto', 'yolo', 'auto_edit', 'autoedit'] as const;

const textOrFlag = z.optional(z.union([z.boolean(), z.string()]));

export const toolsSchema = group({
  approvalMode: about(z.optional(z.enum(APPROVAL_MODES)), 'How tool calls are approved; --approval-mode beats it.'),
  core: about(texts, 'Only these built-in tools exist.'),
  allowed: about(texts, 'Older spelling of permissions.allow.'),
  exclude: about(texts, 'Older spelling of permissions.deny.'),
  disabled: texts,
  visible: texts,
  toolSearch: group({ enabled: flag, threshold: number }),
  shell: group({
    enableInteractiveShell: flag,
    defaultTimeoutMs: positive,
    pager: text,
    showColor: flag,
    heartbeatIntervalMs: number,
  }),
  useRipgrep: flag,
  useBuiltinRipgrep: flag,
  truncateToolOutputThreshold: number,
  truncateToolOutputLines: number,
  toolOutputBatchBudget: number,
  discoveryCommand: text,
  callCommand: text,
  sandbox: textOrFlag,
  sandboxImage: text,
  computerUse: group({ enabled: flag }),
  webSearch: anything,
});

export const permissionsSchema = group({
  allow: about(texts, 'Rules for calls that need no question.'),
  ask: about(texts, 'Rules for calls that are always asked about.'),
  deny: about(texts, 'Rules for calls that never run; beats ask and allow.'),
  autoMode: group({
    hints: group({ allow: texts, softDeny: texts, hardDeny: texts }),
    environment: anything,
    classifyAllShell: flag,
  }),
});

export const mcpSchema = group({
  allowed: about(texts, 'Only servers whose name matches one of these; * and ? are wildcards.'),
  excluded: about(texts, 'Servers that never start; * and ? are wildcards. Beats allowed.'),
  toolIdleTimeoutMs: about(positive, 'A call ends when no answer and no progress came for so long, in ms.'),
  serverCommand: about(text, 'Command line of one more server, called mcp.'),
  unknownOutcomes: about(
    group({
      freeze: about(
        z.optional(z.enum(FREEZE_SETTINGS)),
        'What happens to a call that is identical to one whose outcome is unknown. A project can only make it stricter.',
      ),
      retentionDays: about(positive, 'How long records of calls whose outcome is known are kept.'),
    }),
    'Calls whose outcome is unknown.',
  ),
  health: about(
    group({
      enabled: flag,
      intervalMs: about(positive, 'Time between two checks of an idle server, in ms.'),
      failureThreshold: about(
        z.optional(z.int().check(z.positive())),
        'Failed checks in a row before a server is connected again.',
      ),
    }),
    'Checks of idle servers. A check never sends a tool call again.',
  ),
});

export const contextSchema = group({
  fileName: z.optional(z.union([z.string(), z.array(z.string())])),
  includeDirectories: texts,
  loadFromIncludeDirectories: flag,
  importFormat: text,
  fileFiltering: group({
    respectGitIgnore: flag,
    respectQwenIgnore: flag,
    customIgnoreFiles: texts,
    enableRecursiveFileSearch: flag,
    enableFuzzySearch: flag,
  }),
  autoCompactThreshold: z.optional(z.number().check(z.gte(0), z.lte(1))),
});

export const memorySchema = group({
  enableManagedAutoMemory: flag,
  enableManagedAutoDream: flag,
  enableAutoSkill: flag,
  enableTeamMemory: flag,
});

/** Event name to a list of hook entries; their shape is checked where they run. */
export const hooksSchema = z.optional(z.record(z.string(), z.unknown()));

/** `cleanupPeriodDays` and the other general switches. */
export const generalSchema = group({
  vimMode: flag,
  preferredEditor: text,
  enableAutoUpdate: flag,
  language: text,
  outputLanguage: text,
  terminalBell: flag,
  chatRecording: flag,
  preventSystemSleep: flag,
  gitCoAuthor: z.optional(z.union([z.boolean(), z.looseObject({ commit: flag, pr: flag })])),
  cleanupPeriodDays: whole,
  defaultFileEncoding: text,
});

export const uiSchema = group({
  theme: text,
  hideBanner: flag,
  hideTips: flag,
  hideWindowTitle: flag,
  showLineNumbers: flag,
  renderMode: text,
  statusLine: anything,
  customThemes: group({}),
  useTerminalBuffer: flag,
  mouseTracking: flag,
  shellOutputMaxLines: number,
  showStatusInTitle: flag,
  enableWelcomeBack: flag,
  enableFollowupSuggestions: flag,
  accessibility: group({ screenReader: flag }),
});
