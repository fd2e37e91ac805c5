/**
 * The agent of a conversation and its tools, over what a run is made of. The agent and every sub-agent share one policy, one
 * approver, one budget, and MCP tools with their journal and their freeze.
 */
import { createAgent, type Agent, type AgentGoal } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import type { SharedAgentOptions } from '@qwen-code/qwen-code-core/agent/subagent/run-subagent.js';
import { systemPrompt, type SystemPromptFacts } from '@qwen-code/qwen-code-core/agent/system-prompt.js';
import { createHeadlessApprover } from '@qwen-code/qwen-code-core/scheduler/headless-approver.js';
import { offeredTools } from '@qwen-code/qwen-code-core/scheduler/offered-tools.js';
import { skillLines } from '@qwen-code/qwen-code-core/tools/skill/discover-skills.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import { VERSION } from '../version.js';
import type { ApprovalSide } from './approval-side.js';
import type { Builtins } from './builtin-tools.js';
import { compactionSettings } from './compaction-settings.js';
import { contextShares, type ContextShares } from './context-shares.js';
import type { ContextSide } from './context-side.js';
import type { McpSide } from './mcp-side.js';
import type { ModelSide } from './model-side.js';
import { runLimits } from './run-limits.js';
import { explainMissingTool } from './select-run-servers.js';
import { createToolSide, type ToolSide } from './tool-side.js';
import type { Live, SideModel, WireOptions } from './wire-run.js';

export interface ConversationParts extends WireOptions {
  readonly live: Live;
  readonly approvals: ApprovalSide;
  readonly models: ModelSide;
  readonly sideModel: SideModel;
  readonly builtins: Builtins;
  readonly mcp: McpSide;
  /** As they are now. */
  settings(): LoadedSettings;
  /** Built-in tools but those that come with the tool side. */
  readonly ownTools: readonly Tool[];
  /** Not asked before `startAgent`. */
  context(): ContextSide;
}

export interface MainAgent {
  readonly agent: Agent;
  /** What its next request is made of. */
  shares(): ContextShares;
}

export interface Conversation {
  readonly side: ToolSide;
  startAgent(goal: AgentGoal | undefined): MainAgent;
}

export async function startConversation(parts: ConversationParts): Promise<Conversation> {
  const { live, builtins, mcp, ownTools } = parts;
  const shared = sharedOptions(parts);
  const facts = promptFacts(parts);
  const side = await createToolSide({
    ...parts,
    servers: () => parts.settings().servers,
    cwd: parts.place.cwd,
    tasks: builtins.tasks,
    waitsForAgents: parts.waitsForAgents ?? true,
    contextWindow: () => parts.models.choice().options.contextWindow,
    otherTools: () => [...ownTools, ...parts.approvals.planTools(), ...mcp.tools()],
    offered: (tools) => offeredTools(tools, live.policy, { canAsk: parts.approver !== undefined }),
    web: {
      clock: parts.clock,
      debug: parts.debug,
      model: () => parts.sideModel('web-fetch', parts.models.model()),
      userAgent: `QwenCode/${VERSION}`,
      proxy: parts.flags.proxy ?? parts.loaded.settings.proxy,
      env: parts.loaded.env,
    },
    subagents: {
      shared,
      openModel: (name) => parts.models.named(name),
      systemPrompt: (append) =>
        systemPrompt({ ...facts, interactive: false, context: parts.context().instructions([]), append }),
      emit: (event) => live.emit(event),
    },
  });
  return { side, startAgent: (goal) => agentFor({ parts, shared, facts, side, goal }) };
}

interface MainAgentParts {
  readonly parts: ConversationParts;
  readonly shared: SharedAgentOptions;
  readonly facts: SystemPromptFacts;
  readonly side: ToolSide;
  readonly goal: AgentGoal | undefined;
}

function agentFor({ parts, shared, facts, side, goal }: MainAgentParts): MainAgent {
  const { flags, live, history } = parts;
  const context = parts.context();
  const emit = (event: AgentEvent): void => {
    if (event.type === 'compaction') side.restart();
    live.emit(event);
  };
  const words = {
    ...facts,
    placeToldElsewhere: context.tellsPlace,
    replace: flags.systemPrompt,
    append: flags.appendSystemPrompt,
  };
  const instructions = (): string | undefined => context.instructions(agent.history());
  const system = (): string => {
    const said = systemPrompt({ ...words, context: instructions() });
    return joined(said, parts.approvals.note()) ?? said;
  };
  const reminder = (): string | undefined => joined(context.reminder(), side.reminder());
  const agent: Agent = createAgent({
    ...shared,
    tools: () => side.all(),
    offer: (tools) => side.offer(tools),
    systemPrompt: system,
    reminder,
    hear: async (moment, signal) => {
      const said = await parts.overheard?.(signal);
      // Who waits for the end of background work is not to wait with an answer to the user.
      if (said !== undefined && moment === 'done') return { text: said };
      const news = await side.hear(moment, signal);
      const text = joined(said, news?.text);
      return text === undefined ? undefined : { ...news, text };
    },
    emit,
    history,
    goal,
  });
  return {
    agent,
    shares: () =>
      contextShares({
        systemPrompt: system(),
        instructions: instructions() ?? '',
        files: context.files,
        // The tools to look up are told with the first request, and not before it.
        reminder: (agent.history().length === 0 ? context.reminder() : reminder()) ?? '',
        skills: skillLines(side.skills).join('\n'),
        tools: side.declared(),
        history: agent.history(),
      }),
  };
}

function joined(...texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter((text) => text !== undefined);
  return given.length === 0 ? undefined : given.join('\n\n');
}

/** What every agent of the run has in common. */
function sharedOptions(parts: ConversationParts): SharedAgentOptions {
  const { flags, loaded, live, models, mcp, clock, debug } = parts;
  return {
    model: () => models.model(),
    policy: () => live.policy,
    classify: parts.approvals.classify,
    approver: parts.approver ?? createHeadlessApprover(() => live.policy),
    compaction: compactionSettings(loaded, models),
    ...runLimits(flags, loaded),
    outputBudget: loaded.settings.tools.toolOutputBatchBudget,
    explainMissing: (name) => explainMissingTool(name, mcp.statuses()),
    clock,
    debug,
  };
}

const promptFacts = ({ clock, place, builtins, approver }: ConversationParts): SystemPromptFacts => ({
  date: new Date(clock.now()).toDateString(),
  os: place.platform,
  cwd: place.cwd,
  moreDirs: builtins.workspaceDirs.slice(1),
  interactive: approver !== undefined,
});
