/** The built-in tools of a run, from settings and flags. */
import { namesTool } from '@qwen-code/qwen-code-core/scheduler/rule.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Env, Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { createEditTool } from '@qwen-code/qwen-code-core/tools/files/edit-tool.js';
import { createReadFileTool } from '@qwen-code/qwen-code-core/tools/files/read-file-tool.js';
import { createWriteFileTool } from '@qwen-code/qwen-code-core/tools/files/write-file-tool.js';
import { createListDirectoryTool } from '@qwen-code/qwen-code-core/tools/search/list-directory-tool.js';
import { DEFAULT_IGNORE_OPTIONS } from '@qwen-code/qwen-code-core/tools/search/ignore-rules.js';
import { createShellTool } from '@qwen-code/qwen-code-core/tools/shell/shell-tool.js';
import { createBackgroundProcesses } from '@qwen-code/qwen-code-core/tools/shell/background-processes.js';
import { createWorkspace } from '@qwen-code/qwen-code-core/tools/files/workspace.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';

export interface BuiltinOptions {
  readonly place: Place;
  readonly loaded: LoadedSettings;
  readonly env: Env;
  readonly clock: Clock;
  readonly sessionId: string;
  readonly tempDir: string;
  readonly includeDirectories: readonly string[];
  /** `--core-tools`; beats `tools.core`. */
  readonly coreTools: readonly string[] | undefined;
}

export interface Builtins {
  readonly tools: readonly Tool[];
  /** Absolute; the working directory first. */
  readonly workspaceDirs: readonly string[];
  /** Ends every command that still runs, with its process tree. Never rejects. */
  stop(): Promise<void>;
}

export function builtinTools(options: BuiltinOptions): Builtins {
  const { place, loaded, clock, tempDir } = options;
  const { context, tools: settings } = loaded.settings;
  const includeDirectories = [...(context.includeDirectories ?? []), ...options.includeDirectories];
  const workspace = createWorkspace({ cwd: place.cwd, includeDirectories, tempDir });
  const background = createBackgroundProcesses({ clock });
  const all = [
    createEditTool({ workspace }),
    createReadFileTool({ workspace }),
    createWriteFileTool({ workspace }),
    createListDirectoryTool({ workspace, ignoreOptions: DEFAULT_IGNORE_OPTIONS }),
    createShellTool({ workspace, clock, tempDir, background, env: options.env }),
  ];
  const core = options.coreTools ?? settings.core;
  const isWanted = (tool: Tool): boolean =>
    (core === undefined || core.some((rule) => namesTool(rule, tool))) &&
    settings.disabled?.some((rule) => namesTool(rule, tool)) !== true;
  return { tools: all.filter(isWanted), workspaceDirs: workspace.directories, stop: () => background.endAll() };
}
