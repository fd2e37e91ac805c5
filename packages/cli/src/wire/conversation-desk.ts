/**
 * What a person does with a conversation as a whole: another takes its place, its files go back to what they were, it gets
 * one more folder. None of it is for the model to do.
 */
import type { Agent } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { fileHistoryDir } from '@qwen-code/qwen-code-core/tools/file-history/file-history.js';
import type { RestoreStep, Restored } from '@qwen-code/qwen-code-core/tools/file-history/restore-files.js';
import { addDirectory } from './add-directory.js';
import type { Builtins } from './builtin-tools.js';
import type { ToolSide } from './tool-side.js';
import type { Live } from './wire-run.js';

export interface ConversationDesk {
  /** Not during a run. Of another session what runs in the background is ended, but for shell commands. Never rejects. */
  begin(next: { readonly sessionId: string; readonly history: History }): Promise<void>;
  /** The settings as they are now. */
  settings(): LoadedSettings;
  /** The instruction files that were read, absolute. */
  contextFiles(): readonly string[];
  /** Absolute; the working directory first. */
  directories(): readonly string[];
  /** For this process; the absolute path. Throws QwenError('usage') when there is no such folder. */
  addDirectory(path: string): string;
  /** What the file tools changed in this session since a moment (ISO 8601) and is not as it was. */
  changedFiles(since: string): Promise<readonly RestoreStep[]>;
  restoreFiles(steps: readonly RestoreStep[]): Promise<readonly Restored[]>;
}

export interface ConversationDeskOptions {
  readonly live: Live;
  readonly agent: Agent;
  readonly builtins: Builtins;
  readonly side: Pick<ToolSide, 'stop' | 'restart'>;
  readonly contextFiles: readonly string[];
  settings(): LoadedSettings;
}

export function createConversationDesk(options: ConversationDeskOptions): ConversationDesk {
  const { live, agent, builtins, side, settings } = options;
  const { workspace, fileHistory: history, tasks } = builtins;
  const dir = (): string => fileHistoryDir(settings().runtimeDir, live.sessionId);
  return {
    begin: async (next) => {
      if (next.sessionId !== live.sessionId) {
        await side.stop();
        // What they had to say was for the other conversation.
        tasks.takeNotes();
      }
      live.sessionId = next.sessionId;
      agent.begin(next.history);
      side.restart();
    },
    settings,
    contextFiles: () => options.contextFiles,
    directories: () => workspace.directories,
    addDirectory: (path) => addDirectory(workspace, path),
    changedFiles: async (since) => (await restoring()).planRestore(dir(), since),
    restoreFiles: async (steps) => (await restoring()).restoreFiles(steps, { dir: dir(), workspace, history }),
  };
}

const restoring = () => import('@qwen-code/qwen-code-core/tools/file-history/restore-files.js');
