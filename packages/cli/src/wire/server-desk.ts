/**
 * What a person does with the servers of a running conversation: look, connect again, switch off and on, approve. Writes
 * to the user's own files alone, and brings the run in line at once.
 */
import { editSettingsFile, readSettingsKey } from '@qwen-code/qwen-code-core/settings/edit.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { isGated } from '@qwen-code/qwen-code-core/settings/servers.js';
import { recordApprovals } from '@qwen-code/qwen-code-core/trust/approvals.js';
import type { LiveSettings } from './live-settings.js';
import type { McpSide } from './mcp-side.js';

export interface ServerDesk extends Pick<McpSide, 'list' | 'toolsOf' | 'log' | 'reconnect' | 'resources' | 'onChange'> {
  /**
   * Puts the name into `mcp.excluded` of the user's settings or takes it out. Resolves when the server has stopped or had
   * its first answer. Throws QwenError('config') when the file can't be changed, and then it is as it was.
   */
  setEnabled(name: string, enabled: boolean): Promise<void>;
  /** Records the answer for those of the names that the project declares. As `setEnabled`. */
  decide(names: readonly string[], status: 'approved' | 'rejected'): Promise<void>;
}

const EXCLUDED = ['mcp', 'excluded'];

export function createServerDesk(mcp: McpSide, live: LiveSettings, { cwd }: Pick<Place, 'cwd'>): ServerDesk {
  return {
    list: mcp.list,
    toolsOf: mcp.toolsOf,
    log: mcp.log,
    reconnect: mcp.reconnect,
    resources: mcp.resources,
    onChange: mcp.onChange,
    setEnabled: async (name, enabled) => {
      const file = live.loaded.paths.files.user;
      const stored = readSettingsKey(file, EXCLUDED);
      const others = (Array.isArray(stored) ? stored : []).filter((each) => each !== name);
      editSettingsFile(file, EXCLUDED, enabled ? others : [...others, name]);
      await live.reload();
    },
    decide: async (names, status) => {
      const { servers, paths } = live.loaded;
      const answers = servers.flatMap((server) =>
        server.kind === 'ok' && isGated(server.scope) && names.includes(server.name) ? [{ ...server, status }] : [],
      );
      if (answers.length > 0) recordApprovals(paths.mcpApprovals, cwd, answers);
      await live.reload();
    },
  };
}
