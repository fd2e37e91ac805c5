/** The approval policy of a run: flags over settings. Pure. */
import type { ApprovalMode, ApprovalPolicy } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { RunOptions } from '../args/parse-args.js';
import { hostServerRules } from './host-servers.js';

type Flags = Pick<RunOptions, 'approvalMode' | 'allowedTools' | 'excludeTools'> &
  Partial<Pick<RunOptions, 'bare' | 'safeMode'>>;

export function approvalPolicy(flags: Flags, loaded: LoadedSettings, place: Place, attended = true): ApprovalPolicy {
  const { permissions = {} } = loaded.settings;
  return {
    mode: flags.approvalMode ?? (isUncustomised(flags) ? 'default' : (settingsMode(loaded) ?? defaultMode(loaded))),
    rules: {
      allow: [...(permissions.allow ?? []), ...flags.allowedTools, ...hostServerRules(loaded)],
      ask: permissions.ask ?? [],
      deny: [...(permissions.deny ?? []), ...flags.excludeTools],
    },
    workspaceTrusted: loaded.workspaceTrusted,
    dirs: { project: place.cwd, home: place.homeDir },
    attended,
    classifyAllShell: permissions.autoMode?.classifyAllShell ?? false,
  };
}

const isUncustomised = ({ bare, safeMode }: Flags): boolean => bare === true || safeMode === true;

/** The mode where neither flags nor settings say one. */
export const defaultMode = ({ workspaceTrusted }: LoadedSettings): ApprovalMode =>
  workspaceTrusted ? 'auto' : 'default';

/** Whether project servers start unasked: the operator said yolo, on the command line or in settings of their own. */
export function operatorIsYolo(flags: Flags, { operatorSettings }: LoadedSettings): boolean {
  return (flags.approvalMode ?? operatorSettings.tools.approvalMode) === 'yolo';
}

/** What a person must know about the mode before the run, one sentence each. */
export function modeWarnings({ mode, workspaceTrusted }: ApprovalPolicy, env: Place['env']): string[] {
  if (!workspaceTrusted && mode !== 'plan' && mode !== 'default') {
    return [`This folder is not trusted: approval mode "${mode}" is replaced by "default".`];
  }
  if (mode !== 'yolo' || env['QWEN_CODE_SUPPRESS_YOLO_WARNING'] === '1') return [];
  return [
    'Warning: every tool call runs without asking, with your rights and without a sandbox (--yolo). ' +
      'QWEN_CODE_SUPPRESS_YOLO_WARNING=1 silences this line.',
  ];
}

/** A project that chose yolo for whoever opens it. */
export function projectModeWarnings(flags: Flags, loaded: LoadedSettings): string[] {
  if (flags.approvalMode !== undefined || !isProjectsYolo(loaded)) return [];
  return ['The project\'s own settings ask for approval mode "yolo", which only you can choose: it is ignored.'];
}

const isProjectsYolo = ({ settings, operatorSettings }: LoadedSettings): boolean =>
  settings.tools.approvalMode === 'yolo' && operatorSettings.tools.approvalMode !== 'yolo';

/** The older spellings of auto-edit are gone once settings are loaded; their type still names them. */
function settingsMode(loaded: LoadedSettings): ApprovalMode | undefined {
  const { approvalMode: mode } = (isProjectsYolo(loaded) ? loaded.operatorSettings : loaded.settings).tools;
  return mode === 'auto_edit' || mode === 'autoedit' ? 'auto-edit' : mode;
}
