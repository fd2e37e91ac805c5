/**
 * The tools that need to know the run they are in: web_fetch, skill, agent, tool_search, monitor and the background tasks;
 * which tools the model is told of now, and what it is told between its steps.
 */
import { createAgentTool } from '@qwen-code/qwen-code-core/agent/subagent/agent-tool.js';
import { endedAgents } from '@qwen-code/qwen-code-core/agent/subagent/ended-agents.js';
import { BUILT_IN_TYPES, type AgentType } from '@qwen-code/qwen-code-core/agent/subagent/agent-types.js';
import {
  discoverAgents,
  mergeTypes,
  sessionAgentType,
} from '@qwen-code/qwen-code-core/agent/subagent/discover-agents.js';
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import type { UserInput } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import type { SubagentPorts, SubagentTools, Within } from '@qwen-code/qwen-code-core/agent/subagent/run-subagent.js';
import type { Message, Note } from '@qwen-code/qwen-code-core/models/types.js';
import { namesTool } from '@qwen-code/qwen-code-core/scheduler/rule.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { discoverSkills, type Skill } from '@qwen-code/qwen-code-core/tools/skill/discover-skills.js';
import { createSkillTool } from '@qwen-code/qwen-code-core/tools/skill/skill-tool.js';
import type { TaskList } from '@qwen-code/qwen-code-core/tools/tasks/task-list.js';
import { createTaskTools } from '@qwen-code/qwen-code-core/tools/tasks/task-tools.js';
import { createTodoTool } from '@qwen-code/qwen-code-core/tools/todo/todo-tool.js';
import { namesInResult } from '@qwen-code/qwen-code-core/tools/tool-search/tool-search-tool.js';
import { TOOL_SEARCH, type DeferralSettings } from '@qwen-code/qwen-code-core/tools/tool-search/deferral.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import { createWebFetchTool, type WebFetchOptions } from '@qwen-code/qwen-code-core/tools/web/web-fetch-tool.js';
import type { RunOptions } from '../args/parse-args.js';
import { keptTools } from './bare-tools.js';
import { toolRoom, type ToolRoom } from './tool-room.js';

export interface ToolSideOptions {
  readonly flags: Pick<RunOptions, 'bare' | 'safeMode' | 'maxSubagentDepth'>;
  readonly loaded: LoadedSettings;
  /** The servers of the settings as they are now. */
  servers(): LoadedSettings['servers'];
  /** The working directory, absolute. */
  readonly cwd: string;
  /** What was said earlier in this session. */
  readonly history: readonly Message[];
  readonly tasks: TaskList;
  readonly web: WebFetchOptions;
  /** For sub-agents, but for the tools: those come from here. */
  readonly subagents: Omit<SubagentPorts, 'openTools'>;
  readonly contextWindow: () => number;
  /** A run ends only when no agent is at work in the background. */
  readonly waitsForAgents: boolean;
  /** Every other tool of the run: built-in ones and those of servers. */
  otherTools(): readonly Tool[];
  /** Those that the policy lets the model be told of. */
  offered(tools: readonly Tool[]): readonly Tool[];
}

export interface ToolSide extends Omit<ToolRoom, 'changes'> {
  readonly skills: readonly Skill[];
  /** Names of the agent types. */
  agents(): readonly string[];
  /** Agent types of the program that drives this run; what is no agent type is passed over. */
  setAgents(entries: readonly unknown[]): void;
  /** The user's words, with what the model has to know before them. `emit` hears of news that the session must keep. */
  withNews(input: UserInput, emit: (event: AgentEvent) => void): UserInput;
  /** What the agent tells its model between the steps; at the end it waits for the background agents. */
  hear(moment: 'working' | 'done', signal: AbortSignal): Promise<Note | undefined>;
  /** Ends what runs in the background. Never rejects. */
  stop(): Promise<void>;
}

/** They speak to the user, change the mode or belong to the user's own conversation. */
const NOT_FOR_SUBAGENTS = new Set(
  'structured_output enter_plan_mode exit_plan_mode ask_user_question todo_write monitor'.split(' '),
);

export async function createToolSide(options: ToolSideOptions): Promise<ToolSide> {
  const { flags, loaded, tasks, subagents } = options;
  const isPlain = flags.bare || flags.safeMode;
  const folders = { userDir: loaded.paths.userDir, projectDir: loaded.workspaceTrusted ? options.cwd : undefined };
  const [skills, ownTypes] = isPlain ? [[], []] : await Promise.all([discoverSkills(folders), discoverAgents(folders)]);
  let sessionTypes: readonly AgentType[] = [];
  const types = (): readonly AgentType[] => [...BUILT_IN_TYPES, ...mergeTypes(ownTypes, sessionTypes)];
  const maxDepth = flags.maxSubagentDepth ?? loaded.settings.model.maxSubagentDepth;

  const shared: readonly Tool[] = [
    createWebFetchTool(options.web),
    ...(skills.length === 0 ? [] : [createSkillTool({ skills, debug: subagents.shared.debug })]),
  ];
  const agentTool = (within?: Within): Tool =>
    within === undefined
      ? createAgentTool({ types, tasks, ports: { ...subagents, openTools } })
      : createAgentTool({ types, within, ports: { ...subagents, openTools, emit: within.emit } });
  const isEnabled = (tool: Tool): boolean => !isDisabled(tool, loaded) && keptTools([tool], flags).length === 1;
  const common = { offered: options.offered, deferral: deferralSettings(options) };
  const openTools = (within: Within): SubagentTools => {
    const own = [...shared, createTodoTool(), ...(within.depth < maxDepth ? [agentTool(within)] : [])];
    const room = toolRoom({
      ...common,
      own,
      others: () => options.otherTools().filter(({ name }) => !NOT_FOR_SUBAGENTS.has(name)),
      isEnabled: (tool) => isEnabled(tool) && within.allows(tool),
      revealed: [],
    });
    return { ...room, reminder: () => wrapped(listed(room.reminder())) };
  };
  const main = toolRoom({
    ...common,
    own: [...shared, agentTool(), ...createTaskTools(tasks)],
    others: options.otherTools,
    isEnabled,
    revealed: revealedIn(options.history),
  });

  const fromBefore = [...listed(endedAgents(options.history))];
  const takeNews = (): Note | undefined => {
    const notes = tasks.takeNotes();
    const text = wrapped([...fromBefore.splice(0), ...notes.map((note) => note.text), ...listed(main.changes())]);
    const openOutcomes = notes.flatMap((note) => note.openOutcomes ?? []);
    return text === undefined ? undefined : { text, ...(openOutcomes.length > 0 && { openOutcomes }) };
  };

  return {
    ...main,
    skills,
    agents: () => types().map(({ name }) => name),
    setAgents: (entries) => {
      sessionTypes = entries.map(sessionAgentType).filter((type) => type !== undefined);
    },
    reminder: () => wrapped(listed(main.reminder())),
    withNews: (input, emit) => {
      const news = takeNews();
      if (news?.openOutcomes !== undefined) emit({ type: 'note', ...news });
      return news === undefined ? input : { ...input, ...news, text: `${news.text}\n\n${input.text}` };
    },
    hear: async (moment, signal) => {
      if (moment === 'done' && options.waitsForAgents) await tasks.settled(signal);
      return takeNews();
    },
    stop: () => tasks.stopAll(),
  };
}

/** `tools.disabled`: as if there were no such tool. */
const isDisabled = (tool: Tool, { settings }: LoadedSettings): boolean =>
  settings.tools.disabled?.some((rule) => namesTool(rule, tool)) === true;

function deferralSettings({ loaded, servers, subagents, contextWindow }: ToolSideOptions): DeferralSettings {
  const { toolSearch, visible = [] } = loaded.settings.tools;
  const loadsAlways = (name: string): boolean =>
    servers().some((server) => server.kind === 'ok' && server.name === name && server.entry.alwaysLoadTools === true);
  return {
    enabled: toolSearch.enabled,
    threshold: toolSearch.threshold,
    contextWindow,
    modelName: () => subagents.shared.model().name,
    isAlwaysLoaded: (tool) =>
      visible.some((rule) => namesTool(rule, tool)) || (tool.server !== undefined && loadsAlways(tool.server.name)),
  };
}

/** What an earlier run of this conversation looked up. */
const revealedIn = (history: readonly Message[]): readonly string[] =>
  history.flatMap((message) =>
    message.role === 'tool' && message.name === TOOL_SEARCH ? namesInResult(message.text) : [],
  );

const listed = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text]);

/** As a message that no user wrote. */
function wrapped(notes: readonly string[]): string | undefined {
  if (notes.length === 0) return undefined;
  return `<system-reminder>\nFrom qwen, not from the user.\n\n${notes.join('\n\n')}\n</system-reminder>`;
}
