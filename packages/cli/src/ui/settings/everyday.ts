/** The settings that people change every now and then, as data. All others are changed in the file. */
import { APPROVAL_MODES } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { FREEZE_SETTINGS } from '@qwen-code/qwen-code-core/settings/freeze-setting.js';
import { EFFORTS } from '../../slash/built-in/model.js';
import { THEMES } from '../render/theme.js';

export type SettingKind =
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'number'; readonly least: number; readonly most?: number; readonly whole: boolean }
  | { readonly kind: 'text' };

export interface EverydaySetting {
  readonly path: readonly [string, ...string[]];
  readonly group: string;
  readonly label: string;
  readonly type: SettingKind;
  /** Counts at once; the others with the next start. */
  readonly live?: true;
}

const flag: SettingKind = { kind: 'flag' };
const text: SettingKind = { kind: 'text' };
const choice = (choices: readonly string[]): SettingKind => ({ kind: 'choice', choices });
const whole = (least: number): SettingKind => ({ kind: 'number', least, whole: true });

const of =
  (group: string) =>
  (path: string, label: string, type: SettingKind): EverydaySetting => {
    const [first = '', ...rest] = path.split('.');
    return { path: [first, ...rest], group, label, type };
  };

const [model, permissions, screen, context, mcp, tools, general] = [
  of('Model'),
  of('Permissions'),
  of('Screen'),
  of('Context'),
  of('MCP servers'),
  of('Tools'),
  of('General'),
];

export const EVERYDAY: readonly EverydaySetting[] = [
  model('model.name', 'Model', text),
  model('fastModel', 'Model for small work', text),
  model('compactionModel', 'Model that writes summaries', text),
  model('model.reasoningEffort', 'Effort', choice(EFFORTS)),
  model('model.maxSessionTurns', 'Most requests in a session (-1: no limit)', whole(-1)),
  permissions('tools.approvalMode', 'Approval mode', choice(APPROVAL_MODES)),
  permissions('security.folderTrust.enabled', 'Ask whether folders are trusted', flag),
  screen('ui.theme', 'Theme', choice(Object.keys(THEMES))),
  screen('ui.hideTips', 'Hide tips', flag),
  screen('ui.accessibility.screenReader', 'Screen reader', flag),
  screen('general.vimMode', 'Vim keys', flag),
  screen('general.preferredEditor', 'Editor', text),
  context('context.fileName', 'Name of the instruction files', text),
  context('context.loadFromIncludeDirectories', 'Read those of further folders too', flag),
  context('context.fileFiltering.respectGitIgnore', 'Leave out what git ignores', flag),
  context('context.autoCompactThreshold', 'Sum up when the window is so full (0 to 1)', {
    kind: 'number',
    ...{ least: 0, most: 1, whole: false },
  }),
  mcp('mcp.unknownOutcomes.freeze', 'A call like one whose outcome is unknown', choice(FREEZE_SETTINGS)),
  mcp('mcp.unknownOutcomes.retentionDays', 'Days that settled outcomes are kept', whole(1)),
  mcp('mcp.toolIdleTimeoutMs', 'Longest silence of a call, in ms', whole(1)),
  mcp('mcp.health.enabled', 'Check idle servers', flag),
  tools('tools.shell.defaultTimeoutMs', 'Longest run of a shell command, in ms', whole(1)),
  tools('tools.useRipgrep', 'Search with ripgrep', flag),
  tools('tools.truncateToolOutputThreshold', 'Most characters of an output', whole(1)),
  general('general.chatRecording', 'Record sessions', flag),
  general('general.cleanupPeriodDays', 'Days that sessions are kept', whole(0)),
  general('model.enableOpenAILogging', 'Log model requests', flag),
  general('proxy', 'Proxy', text),
];
