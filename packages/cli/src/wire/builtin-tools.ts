/** The built-in tools of a run, from settings and flags. */
import { join } from 'node:path';
import { keepsBack, namesTool } from '@qwen-code/qwen-code-core/scheduler/rule.js';
import type { ApprovalPolicy } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Env, Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { createBuiltinTools } from '@qwen-code/qwen-code-core/tools/builtin.js';
import {
  createFileHistory,
  fileHistoryDir,
  type FileHistory,
} from '@qwen-code/qwen-code-core/tools/file-history/file-history.js';
import { createWorkspace, type Workspace } from '@qwen-code/qwen-code-core/tools/files/workspace.js';
import {
  createBackgroundProcesses,
  type BackgroundProcesses,
} from '@qwen-code/qwen-code-core/tools/shell/background-processes.js';
import { createTaskList, type TaskList } from '@qwen-code/qwen-code-core/tools/tasks/task-list.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';

export interface BuiltinOptions {
  readonly place: Place;
  readonly loaded: LoadedSettings;
  readonly env: Env;
  readonly clock: Clock;
  sessionId(): string;
  readonly tempDir: string;
  readonly includeDirectories: readonly string[];
  /** `--core-tools`; beats `tools.core`. */
  readonly coreTools: readonly string[] | undefined;
  /** As it is now: searches leave out what its rules keep back. */
  policy(): ApprovalPolicy;
}

export interface Builtins {
  readonly tools: readonly Tool[];
  /** What runs in the background. */
  readonly tasks: TaskList;
  readonly background: BackgroundProcesses;
  readonly workspace: Workspace;
  readonly fileHistory: FileHistory;
  /** Absolute; the working directory first. As they are now. */
  readonly workspaceDirs: readonly string[];
  /** Ends every command that still runs, with its process tree. Never rejects. */
  stop(): Promise<void>;
}

export function builtinTools(options: BuiltinOptions): Builtins {
  const { place, loaded, clock, env, sessionId, tempDir } = options;
  const { context, tools: settings } = loaded.settings;
  const includeDirectories = [...(context.includeDirectories ?? []), ...options.includeDirectories];
  const readOnlyDirs = [join(loaded.paths.userDir, 'skills')];
  const workspace = createWorkspace({ cwd: place.cwd, includeDirectories, tempDir, readOnlyDirs });
  const fileHistory = createFileHistory({ dir: () => fileHistoryDir(loaded.runtimeDir, sessionId()), clock });
  const background = createBackgroundProcesses({ clock });
  const tasks = createTaskList(background);
  const { defaultTimeoutMs, heartbeatIntervalMs: heartbeatMs, pager } = settings.shell;
  const all = createBuiltinTools({
    cwd: place.cwd,
    workspace,
    fileHistory,
    tempDir,
    clock,
    background,
    tasks,
    env,
    sessionId,
    projectDir: place.cwd,
    ignoreOptions: context.fileFiltering,
    useRipgrep: settings.useRipgrep,
    isKeptBack: (path) => {
      const { rules, dirs } = options.policy();
      return keepsBack([...rules.deny, ...rules.ask], path, dirs);
    },
    shell: { defaultTimeoutMs, heartbeatMs, pager },
    outputLimit: { maxChars: settings.truncateToolOutputThreshold, maxLines: settings.truncateToolOutputLines },
  });
  const core = options.coreTools ?? settings.core;
  const isWanted = (tool: Tool): boolean =>
    (core === undefined || tool.deferred === true || core.some((rule) => namesTool(rule, tool))) &&
    settings.disabled?.some((rule) => namesTool(rule, tool)) !== true;
  return {
    tools: all.filter(isWanted),
    tasks,
    background,
    workspace,
    fileHistory,
    workspaceDirs: workspace.directories,
    stop: () => background.endAll(),
  };
}
