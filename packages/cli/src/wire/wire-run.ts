/**
 * Joins everything a headless run is made of: settings to model, tools, MCP servers, approvals and the agent.
 * Starts the MCP servers as soon as it knows them, so that they come up while the rest is loaded. Prints nothing.
 */
import { createAgent } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import type { AgentEvent, AgentOutcome } from '@qwen-code/qwen-code-core/agent/events.js';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import { systemPrompt } from '@qwen-code/qwen-code-core/agent/system-prompt.js';
import { createOpenAiModel } from '@qwen-code/qwen-code-core/models/openai/create-openai-model.js';
import { resolveModel, type ModelChoice } from '@qwen-code/qwen-code-core/models/registry.js';
import type { Model } from '@qwen-code/qwen-code-core/models/types.js';
import { createHeadlessApprover } from '@qwen-code/qwen-code-core/scheduler/headless-approver.js';
import { offeredTools } from '@qwen-code/qwen-code-core/scheduler/offered-tools.js';
import { effectiveMode } from '@qwen-code/qwen-code-core/scheduler/approve.js';
import type { ApprovalPolicy } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { mergeTools } from '@qwen-code/qwen-code-core/tools/registry.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import type { RunOptions } from '../args/parse-args.js';
import type { SessionFacts } from '../headless/records.js';
import { VERSION } from '../version.js';
import { approvalPolicy, modeWarnings } from './approval-policy.js';
import { builtinTools, type Builtins } from './builtin-tools.js';
import { startMcpSide, type McpSide } from './mcp-side.js';
import { projectTempDir, saveOutput } from './saved-output.js';
import { explainMissingTool, notStartedWarnings, selectRunServers } from './select-run-servers.js';

export interface WireOptions {
  readonly flags: RunOptions;
  readonly place: Place;
  readonly loaded: LoadedSettings;
  readonly choice: ModelChoice;
  readonly sessionId: string;
  /** What was said earlier in this session. */
  readonly history: History;
  readonly clock: Clock;
  readonly debug: DebugLog;
  /** One line for people, at any time of the run. */
  tell(shown: string): void;
}

export interface WiredRun {
  /** One sentence each, for stderr before the run. */
  readonly warnings: readonly string[];
  /** Waits for the MCP servers as long as a first request may; then tells which of them are not there, a sentence each. */
  ready(signal: AbortSignal): Promise<readonly string[]>;
  session(): SessionFacts;
  run(prompt: string, emit: (event: AgentEvent) => void, signal: AbortSignal): Promise<AgentOutcome>;
  /** Whether a call of this tool may have changed something. */
  hasEffects(tool: string): boolean;
  /** Ends every process that was started. Any number of calls; never rejects. */
  stop(): Promise<void>;
}

/** Which model the run talks to. Throws QwenError 'auth' | 'config'. */
export function chooseModel(flags: RunOptions, loaded: LoadedSettings): ModelChoice {
  return resolveModel({ flags, settings: loaded.settings, env: loaded.env });
}

export async function wireRun(options: WireOptions): Promise<WiredRun> {
  const { flags, place, loaded, choice, sessionId, clock, debug } = options;
  const env = childEnvironment(options);
  const tempDir = projectTempDir(loaded.runtimeDir, place.cwd);
  const policy = approvalPolicy(flags, loaded, place);
  const builtins = builtinTools({
    ...options,
    env,
    tempDir,
    includeDirectories: flags.includeDirectories,
    coreTools: flags.coreTools,
  });
  const selected = selectRunServers(options);
  const mcp = await startMcpSide({
    place,
    loaded,
    selected,
    reserved: new Set(builtins.tools.map(({ name }) => name)),
    workspaceDirs: builtins.workspaceDirs,
    env,
    version: VERSION,
    sessionId,
    clock,
    debug,
    saveOutput: (text) => saveOutput(tempDir, text),
    tell: (shown) => options.tell(shown),
  });
  const model = createOpenAiModel({ choice, userAgent: `QwenCode/${VERSION}`, clock, debug });
  const tools = (): readonly Tool[] => mergeTools(builtins.tools, mcp.tools());
  return {
    warnings: [...modeWarnings(policy, place.env), ...notStartedWarnings(selected)],
    ready: async (signal) => {
      await mcp.firstWait(signal);
      return mcp.statuses().flatMap(({ shown }) => (shown === undefined ? [] : [shown]));
    },
    session: () => ({
      sessionId,
      cwd: place.cwd,
      model: choice.name,
      permissionMode: effectiveMode(policy),
      version: VERSION,
      tools: offeredTools(tools(), policy).map(({ name }) => name),
      mcpServers: mcp.statuses().map(({ name, status }) => ({ name, status })),
    }),
    run: (prompt, emit, signal) =>
      agentFor({ ...options, policy, builtins, model, tools, mcp }, emit).run({ text: prompt }, signal),
    hasEffects: (name) => {
      const kind = tools().find((tool) => tool.name === name)?.kind;
      return kind !== 'read' && kind !== 'internal';
    },
    stop: async () => {
      await Promise.all([mcp.stop(), builtins.stop()]);
    },
  };
}

interface AgentParts extends WireOptions {
  readonly policy: ApprovalPolicy;
  readonly builtins: Builtins;
  readonly model: Model;
  readonly mcp: McpSide;
  tools(): readonly Tool[];
}

function agentFor(parts: AgentParts, emit: (event: AgentEvent) => void): ReturnType<typeof createAgent> {
  const { flags, place, loaded, policy, clock, debug } = parts;
  const prompt = systemPrompt({
    date: new Date(clock.now()).toDateString(),
    os: place.platform,
    cwd: place.cwd,
    moreDirs: parts.builtins.workspaceDirs.slice(1),
    interactive: false,
    replace: flags.systemPrompt,
    append: flags.appendSystemPrompt,
  });
  return createAgent({
    model: () => parts.model,
    tools: () => parts.tools(),
    offer: (tools) => offeredTools(tools, policy),
    systemPrompt: () => prompt,
    policy: () => policy,
    approver: createHeadlessApprover(() => policy),
    emit,
    history: parts.history,
    maxTurns: flags.maxSessionTurns ?? loaded.settings.model.maxSessionTurns,
    maxToolCallsPerTurn: loaded.settings.model.maxToolCallsPerTurn,
    explainMissing: (name) => explainMissingTool(name, parts.mcp.statuses()),
    clock,
    debug,
  });
}

/** What shell commands and MCP servers find in their environment about the run that started them. */
const childEnvironment = ({ loaded, place, sessionId, choice }: WireOptions): Place['env'] => ({
  ...loaded.env,
  QWEN_CODE_SESSION_ID: sessionId,
  QWEN_CODE_PROJECT_DIR: place.cwd,
  QWEN_CODE_MODEL: choice.name,
});
