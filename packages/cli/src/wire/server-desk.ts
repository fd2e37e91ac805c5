/**
 * What a person does with the servers of a running conversation: look, connect again, switch off and on, approve. Writes
 * to the user's own files alone, and brings the run in line at once.
 */
import { editSettingsFile, readSettingsKey } from '@qwen-code/qwen-code-core/settings/edit.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { interpolate } from '@qwen-code/qwen-code-core/settings/interpolate.js';
import { isGated, type Declaration } from '@qwen-code/qwen-code-core/settings/servers.js';
import type { JsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';
import { recordApprovals } from '@qwen-code/qwen-code-core/trust/approvals.js';
import type { LiveSettings } from './live-settings.js';
import type { McpSide } from './mcp-side.js';
import { UNANSWERED } from './select-run-servers.js';

type Looks = 'list' | 'toolsOf' | 'log' | 'reconnect' | 'prompts' | 'resources' | 'onChange' | 'ownCalls' | 'retryTool';

/** A server of the project that needs an answer of the user first. */
export interface WaitingServer extends Declaration {
  readonly name: string;
  readonly file: string | undefined;
  /** There was an answer, for an entry that was not this one. */
  readonly changed: boolean;
  /** The entry with the project's own values filled in; what the user's environment gives stands by name. */
  readonly shown: JsonObject;
}

export interface ServerDesk extends Pick<McpSide, Looks> {
  /**
   * Puts the name into `mcp.excluded` of the user's settings or takes it out. Resolves when the server has stopped or had
   * its first answer. Throws QwenError('config') when the file can't be changed, and then it is as it was.
   */
  setEnabled(name: string, enabled: boolean): Promise<void>;
  /** Those without an answer, as they are declared now. */
  waiting(): readonly WaitingServer[];
  /** What the project declares under this name, whatever was said of it before. */
  ofProject(name: string): WaitingServer | undefined;
  /** Records the answer for exactly these declarations: one that has changed meanwhile still waits. As `setEnabled`. */
  decide(servers: readonly WaitingServer[], status: 'approved' | 'rejected'): Promise<void>;
}

const EXCLUDED = ['mcp', 'excluded'];

export function createServerDesk(mcp: McpSide, live: LiveSettings, { cwd }: Pick<Place, 'cwd'>): ServerDesk {
  const ofProject = (name: string): WaitingServer | undefined => {
    const server = live.loaded.servers.find((each) => each.name === name);
    if (server?.kind !== 'ok' || !isGated(server.scope)) return undefined;
    const { file, written, fromProject = {} } = server;
    const why = live.selected.notStarted.find((each) => each.name === name)?.why;
    const { value: shown } = interpolate(written, fromProject, { defaults: false });
    return { name, file, written, fromProject, changed: why === 'changed-since-approval', shown };
  };
  return {
    list: mcp.list,
    toolsOf: mcp.toolsOf,
    log: mcp.log,
    reconnect: mcp.reconnect,
    prompts: mcp.prompts,
    resources: mcp.resources,
    onChange: mcp.onChange,
    ownCalls: mcp.ownCalls,
    retryTool: mcp.retryTool,
    setEnabled: async (name, enabled) => {
      const file = live.loaded.paths.files.user;
      const stored = readSettingsKey(file, EXCLUDED);
      const others = (Array.isArray(stored) ? stored : []).filter((each) => each !== name);
      editSettingsFile(file, EXCLUDED, enabled ? others : [...others, name]);
      await live.reload();
    },
    waiting: () =>
      live.selected.notStarted.flatMap(({ name, why }) => {
        const server = UNANSWERED.includes(why) ? ofProject(name) : undefined;
        return server === undefined ? [] : [server];
      }),
    ofProject,
    decide: async (servers, status) => {
      const answers = servers.map(({ name, written, fromProject }) => ({ name, written, fromProject, status }));
      recordApprovals(live.loaded.paths.mcpApprovals, cwd, answers);
      await live.reload();
    },
  };
}
