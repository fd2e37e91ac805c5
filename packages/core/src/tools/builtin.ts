/**
 * The built-in tools as one list of values. Each brings its declaration only; what does the work is loaded at its first
 * call. Which of them a run offers to the model is decided elsewhere.
 */
import type { Clock } from '../shared/clock.js';
import type { DebugLog } from '../shared/debug-log.js';
import type { Environment } from '../shared/find-executable.js';
import type { TextLimit } from '../shared/text-limit.js';
import { createEditTool } from './files/edit-tool.js';
import { createReadFileTool } from './files/read-file-tool.js';
import { withFileHistory } from './file-history/with-file-history.js';
import type { FileHistory } from './file-history/file-history.js';
import { createWorkspace, type Workspace } from './files/workspace.js';
import { createWriteFileTool } from './files/write-file-tool.js';
import { createNotebookEditTool } from './notebook/notebook-edit-tool.js';
import { createQuestionTool } from './question/question-tool.js';
import { createGlobTool } from './search/glob-tool.js';
import { createGrepTool } from './search/grep-tool.js';
import { createListDirectoryTool } from './search/list-directory-tool.js';
import { DEFAULT_IGNORE_OPTIONS, type IgnoreOptions } from './search/ignore-options.js';
import type { BackgroundProcesses } from './shell/background-processes.js';
import { createMonitorTool } from './shell/monitor-tool.js';
import { createShellTool } from './shell/shell-tool.js';
import type { TaskList } from './tasks/task-list.js';
import type { Todo } from './todo/todo-list.js';
import { createTodoTool } from './todo/todo-tool.js';
import type { Tool } from './types.js';

export interface BuiltinToolOptions {
  /** The working directory, absolute. */
  readonly cwd: string;
  /** context.includeDirectories and --include-directories: further directories the file tools may touch. */
  readonly includeDirectories?: readonly string[];
  /** Further directories that may be read and never written, absolute. */
  readonly readOnlyDirs?: readonly string[] | undefined;
  /** Default: one made of the folders above and below. */
  readonly workspace?: Workspace | undefined;
  /** Keeps what the file tools replace. */
  readonly fileHistory?: FileHistory | undefined;
  /** The project's temp folder, absolute: whole outputs are kept there. Created when it is first needed. */
  readonly tempDir: string;
  readonly clock: Clock;
  /** The host's hold on every living shell child; its stop must await `endAll`. */
  readonly background: BackgroundProcesses;
  /** What runs in the background of the conversation. Missing: nothing can be watched. */
  readonly tasks?: TaskList | undefined;
  /** Default: the process environment at the time of each call. */
  readonly env?: Environment;
  /** What shell commands see as QWEN_CODE_SESSION_ID and QWEN_CODE_PROJECT_DIR. */
  readonly sessionId?: () => string;
  readonly projectDir?: string;
  /** context.fileFiltering. */
  readonly ignoreOptions?: Partial<IgnoreOptions>;
  /** tools.useRipgrep. Default true. */
  readonly useRipgrep?: boolean;
  /** True for a file whose content the searches must not show, by its absolute path. */
  readonly isKeptBack?: (path: string) => boolean;
  /** tools.shell. */
  readonly shell?: { readonly defaultTimeoutMs?: number; readonly heartbeatMs?: number; readonly pager?: string };
  /** tools.truncateToolOutputThreshold and tools.truncateToolOutputLines, for shell output. */
  readonly outputLimit?: TextLimit;
  /** Hears of failures that nobody foresaw. */
  readonly debug?: DebugLog;
  /** Told of every new task list. */
  readonly onTodos?: (todos: readonly Todo[]) => void;
}

export function createBuiltinTools(options: BuiltinToolOptions): Tool[] {
  const { cwd, includeDirectories, tempDir, clock, debug, env, useRipgrep, onTodos, fileHistory } = options;
  const workspace =
    options.workspace ?? createWorkspace({ cwd, includeDirectories, tempDir, readOnlyDirs: options.readOnlyDirs });
  const search = { workspace, clock, debug, ignoreOptions: { ...DEFAULT_IGNORE_OPTIONS, ...options.ignoreOptions } };
  const shell = { ...options, ...options.shell, workspace, tempDir, clock };
  const tools = [
    createReadFileTool({ workspace, debug }),
    createWriteFileTool({ workspace, debug }),
    createEditTool({ workspace, debug }),
    createNotebookEditTool({ workspace, debug }),
    createListDirectoryTool(search),
    createGlobTool(search),
    createGrepTool({ ...search, env, useRipgrep, isKeptBack: options.isKeptBack }),
    createShellTool(shell),
    ...(options.tasks === undefined ? [] : [createMonitorTool({ ...shell, tasks: options.tasks })]),
    createTodoTool({ onChange: onTodos }),
    createQuestionTool(),
  ];
  return fileHistory === undefined ? tools : tools.map((tool) => withFileHistory(tool, workspace, fileHistory));
}
