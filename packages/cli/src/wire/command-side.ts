/**
 * The slash commands of a run: built in, of the user and the project, skills, and prompts of MCP servers. What a custom
 * command wants to run or read goes through the decisions that a call of the model goes through.
 */
import type { Agent } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import { loadCustomCommands } from '@qwen-code/qwen-code-core/context/custom-commands.js';
import { createHeadlessApprover } from '@qwen-code/qwen-code-core/scheduler/headless-approver.js';
import { permission } from '@qwen-code/qwen-code-core/scheduler/permission.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { Skill } from '@qwen-code/qwen-code-core/tools/skill/discover-skills.js';
import { skillText } from '@qwen-code/qwen-code-core/tools/skill/skill-text.js';
import type { RunOptions } from '../args/parse-args.js';
import type { SessionFacts } from '../headless/records.js';
import { builtInCommands, disabledNames, distinctCommands, withoutDisabled } from '../slash/all-commands.js';
import { customCommands } from '../slash/custom.js';
import { mcpPromptCommands } from '../slash/mcp-prompts.js';
import type { CommandPorts } from '../slash/ports.js';
import { prompt, type SlashCommand } from '../slash/types.js';
import { workspaceCommands } from '../slash/workspace/workspace-commands.js';
import type { WorkspacePorts } from '../slash/workspace/workspace-ports.js';
import { VERSION } from '../version.js';
import { addDirectory } from './add-directory.js';
import type { ContextShares } from './context-shares.js';
import type { ContextSide } from './context-side.js';
import type { ConversationParts } from './conversation.js';
import type { ToolSide } from './tool-side.js';

export interface CommandSideOptions extends Omit<ConversationParts, 'context'> {
  readonly side: Pick<ToolSide, 'known' | 'skills'>;
  shares(): ContextShares;
  agent(): Agent;
  session(): SessionFacts;
  context(): ContextSide;
}

export interface CommandSide {
  /** As they are now. */
  commands(): readonly SlashCommand[];
  /** Names that are switched off. */
  readonly disabled: ReadonlySet<string>;
}

const OFF_VARIABLE = 'QWEN_DISABLED_SLASH_COMMANDS';

/** Names that are switched off, in any of the ways. */
export const disabledCommands = (
  { disabledSlashCommands }: Pick<RunOptions, 'disabledSlashCommands'>,
  { settings, env }: Pick<LoadedSettings, 'settings' | 'env'>,
): readonly string[] =>
  disabledNames([settings.slashCommands?.disabled, env[OFF_VARIABLE]?.split(','), disabledSlashCommands]);

export async function createCommandSide(options: CommandSideOptions): Promise<CommandSide> {
  const { flags, loaded, place, mcp, side } = options;
  const plain = flags.bare || flags.safeMode;
  const projectDir = loaded.workspaceTrusted ? place.cwd : undefined;
  const found = plain ? [] : await loadCustomCommands({ userDir: loaded.paths.userDir, projectDir });
  const fixed = [
    ...builtInCommands(commandPorts(options)),
    ...workspaceCommands(workspacePorts(options)),
    ...customCommands(found, {
      platform: place.platform,
      runShell: (command, signal) => runShell(command, signal, options),
      readFile: (path, signal) => readPath(path, signal, options),
    }),
    ...side.skills.map(skillCommand),
  ];
  const disabled = disabledCommands(flags, loaded);
  return {
    commands: () => withoutDisabled(distinctCommands([...fixed, ...mcpPromptCommands(mcp)]), disabled),
    disabled: new Set(disabled),
  };
}

function commandPorts(options: CommandSideOptions): CommandPorts {
  const { place, loaded, clock, models, sideModel, agent, session, context, shares, side } = options;
  return {
    cwd: place.cwd,
    trusted: loaded.workspaceTrusted,
    clock,
    session,
    history: () => agent().history(),
    size: () => agent().size(),
    contextWindow: () => models.choice().options.contextWindow,
    contextFiles: () => context().files.map(({ path }) => path),
    shares,
    tools: () => side.known(),
    commands: () => context().commands(),
    models: () => models.models(),
    summaryModel: () => sideModel('summary', models.modelFor('compactionModel')),
    setModel: (name) => models.setModel(name),
    setEffort: (effort) => models.setEffort(effort),
    clear: () => agent().clear(),
    compact: (signal, focus) => agent().compact(signal, focus),
  };
}

function workspacePorts(options: CommandSideOptions): WorkspacePorts {
  const { place, loaded, clock, models, approvals, mcp, side, builtins, session } = options;
  const { workspace } = builtins;
  return {
    ...{ place, loaded, clock, version: VERSION, skills: side.skills, fetch: models.fetch },
    agents: () => session().agents,
    servers: mcp.statuses,
    choice: () => models.choice(),
    setMode: (mode) => approvals.setMode(mode),
    directories: () => workspace.directories,
    addDirectory: (path) => addDirectory(workspace, path),
  };
}

const skillCommand = (skill: Skill): SlashCommand => ({
  name: skill.name,
  aliases: [],
  description: skill.description,
  source: 'skill',
  usage: '[args]',
  run: async (args) => prompt(await skillText(skill, args)),
});

/** What the command prints; one that fails says so in it. Throws QwenError when it may not run. */
async function runShell(command: string, signal: AbortSignal, options: CommandSideOptions): Promise<string> {
  const { ownTools, live, approvals, approver = createHeadlessApprover(() => live.policy), debug } = options;
  const tool = ownTools.find(({ name }) => name === 'run_shell_command');
  if (tool === undefined)
    throw new QwenError('usage', 'The command needs run_shell_command, which this run does not have.');
  const callId = 'custom-command';
  const ports = { policy: () => live.policy, approver, classify: approvals.classify, debug };
  const allowed = await permission({ callId, tool, args: { command } }, signal, ports);
  if (allowed.behavior === 'cancelled') throw new QwenError('cancelled', 'Cancelled.');
  if (allowed.behavior === 'deny') throw new QwenError('usage', allowed.shown);
  const result = await tool.execute(allowed.args ?? { command }, { callId, signal, onProgress: () => {} });
  return result.text;
}

async function readPath(path: string, signal: AbortSignal, { context }: CommandSideOptions): Promise<string> {
  const content = await context().readPath(path, signal);
  if (content === undefined) throw new QwenError('usage', `The command reads ${path}, which is not there.`);
  return content.text;
}
