/**
 * Joins everything a conversation is made of: settings to model, tools, MCP servers, approvals and the agent. Headless
 * runs, the SDK and the terminal all drive what comes out. Starts the MCP servers as soon as it knows them, so that they
 * come up while the rest is loaded. Prints nothing.
 */
import type { UserInput } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import type { CompactionSize } from '@qwen-code/qwen-code-core/agent/compaction/create-compactor.js';
import type { AgentEvent, AgentOutcome, SidePurpose } from '@qwen-code/qwen-code-core/agent/events.js';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import type { AskFrozen } from '@qwen-code/qwen-code-core/mcp/reconcile/freeze-guard.js';
import type { SdkHost } from '@qwen-code/qwen-code-core/mcp/transports/sdk.js';
import type { ListedModel } from '@qwen-code/qwen-code-core/models/list-models.js';
import type { MediaPart, Model } from '@qwen-code/qwen-code-core/models/types.js';
import type { ModelChoice } from '@qwen-code/qwen-code-core/models/registry.js';
import { effectiveMode } from '@qwen-code/qwen-code-core/scheduler/approve.js';
import type { ApprovalMode, ApprovalPolicy, Approver } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { skillLines } from '@qwen-code/qwen-code-core/tools/skill/discover-skills.js';
import type { Task } from '@qwen-code/qwen-code-core/tools/tasks/task-list.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import type { RunOptions } from '../args/parse-args.js';
import type { SessionFacts } from '../headless/records.js';
import type { CommandInfo, Expansion } from '../slash/types.js';
import { VERSION } from '../version.js';
import { modeWarnings, projectModeWarnings } from './approval-policy.js';
import { createCommandSide } from './command-side.js';
import type { ContextShares } from './context-shares.js';
import { createContextSide, type ContextSide } from './context-side.js';
import { createConversationDesk, type ConversationDesk } from './conversation-desk.js';
import { startConversation, type ConversationParts } from './conversation.js';
import { missingDirectories } from './missing-directories.js';
import type { ServerDesk } from './server-desk.js';
import type { ToolSide } from './tool-side.js';
import { tidiesSessions } from './tidy-sessions.js';
import { type TypedShell } from './typed-shell.js';
import { startParts } from './run-parts.js';

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
  /** Asks a person or a program about a call. Missing: nobody can be asked, and such a call is refused. */
  readonly approver?: Approver | undefined;
  /** Asks about a call that is held back because of an unknown outcome. Missing: it is refused. */
  readonly askFrozen?: AskFrozen | undefined;
  /** Whoever drives this asks the user about servers of the project that wait; then they are no warning. Default false. */
  readonly asksAboutServers?: boolean | undefined;
  /** Reads the settings again, for a conversation that outlives an edit of them. Missing: they stay as they are. */
  readonly reread?: (() => Promise<LoadedSettings>) | undefined;
  /**
   * Whether the answer to a message waits for the agents in the background. Default true. False where the user goes on
   * meanwhile: their reports come with the next step or the next message.
   */
  readonly waitsForAgents?: boolean | undefined;
  /** Reaches the MCP servers of the program that drives this run, if one does. */
  readonly host?: SdkHost | undefined;
  /** What the user has said since the last request, for the model to hear before the next one. Never rejects. */
  readonly overheard?: ((signal: AbortSignal) => Promise<string | undefined>) | undefined;
  /** One line for people, at any time of the run. */
  tell(shown: string): void;
}

export interface WiredRun {
  /** One sentence each, for stderr before the run. */
  readonly warnings: readonly string[];
  /** Waits for the MCP servers as long as a first request may; then tells which of them are not there, a sentence each. */
  ready(signal: AbortSignal): Promise<readonly string[]>;
  /** As it is now: tools, servers, model and mode may have changed since it was last asked. */
  session(): SessionFacts;
  /** One message of the user and all that follows from it; one at a time. Never rejects. */
  run(input: UserInput, emit: (event: AgentEvent) => void, signal: AbortSignal): Promise<AgentOutcome>;
  /** Whether the last message was not answered to its end. */
  mayGoOn(): boolean;
  /** As `run`, without a new message. Only while `mayGoOn`. */
  goOn(emit: (event: AgentEvent) => void, signal: AbortSignal): Promise<AgentOutcome>;
  /** What a message of the user turns out to be: words for `run`, or a command that is done already. Never rejects. */
  expand(said: string | UserInput, signal: AbortSignal, emit?: (event: AgentEvent) => void): Promise<Expansion>;
  /** The slash commands there are now. */
  commands(): readonly CommandInfo[];
  /**
   * Sums up the earlier part of the conversation, in tokens before and after. Not during a run. Throws QwenError with one
   * sentence when that can't be done.
   */
  compact(signal: AbortSignal): Promise<CompactionSize>;
  history(): History;
  policy(): ApprovalPolicy;
  /** Throws QwenError 'usage' for a mode that an untrusted folder does not get, and changes nothing then. */
  setMode(mode: ApprovalMode): void;
  /** What comes after plan mode, unless another mode is set. */
  modeAfterPlan(): ApprovalMode;
  /** From the next request on. Throws QwenError 'auth' | 'config', and changes nothing then. */
  setModel(name: string): void;
  /** How hard the model thinks from the next request on: `low` to `max`, or `none`. */
  setEffort(effort: string): void;
  /** From the next request on these settings hold for models, and this one of them answers. */
  adoptModel(loaded: LoadedSettings, choice: ModelChoice): void;
  /** What setModel can be given. */
  models(): readonly ListedModel[];
  /** Of the model that answers now, in tokens. */
  contextWindow(): number;
  /** What the next request is made of. */
  contextShares(): ContextShares;
  /** Agent types of the program that drives this run, as the SDK sends them; what is none is passed over. */
  setAgents(entries: readonly unknown[]): void;
  /** What runs in the background: agents, monitors, shell commands. */
  tasks(): readonly Task[];
  /** Called when a task begins or ends, and when there is something to tell the model. */
  onTasks(listener: () => void): void;
  /** Whether something of the background is to be told to the model. */
  hasReports(): boolean;
  /** Tells it without a message of the user; otherwise as `run`. */
  takeReports(emit: (event: AgentEvent) => void, signal: AbortSignal): Promise<AgentOutcome>;
  /** The MCP servers, for the person at the terminal. */
  readonly servers: ServerDesk;
  /** Commands that the person at the terminal types for the shell. */
  readonly shell: TypedShell;
  /** The conversation as a whole, for the person at the terminal. */
  readonly desk: ConversationDesk;
  /** Reads the settings again, as when their files change: servers, trust and permission rules follow. Never rejects. */
  reload(): Promise<void>;
  /** Whether a call of this tool may have changed something. */
  hasEffects(tool: string): boolean;
  /** Ends every process that was started. Any number of calls; never rejects. */
  stop(): Promise<void>;
}

export async function wireRun(options: WireOptions): Promise<WiredRun> {
  const { flags, place, loaded } = options;
  const { parts, servers, shell, structured, tempDir } = await startParts(options);
  const { live, models, approvals, builtins, mcp } = parts;
  const { side, startAgent } = await startConversation({ ...parts, context: () => context });
  const tidy = tidiesSessions(options);
  const context = await createContextSide({
    ...options,
    workspaceDirs: builtins.workspaceDirs,
    tempDir,
    mcp,
    policy: () => live.policy,
    skills: () => skillLines(side.skills),
    slash: () => slash,
  });
  const { agent, shares } = startAgent(structured?.goal);
  const session = (): SessionFacts => sessionFacts({ ...parts, side, context });
  const slash = await createCommandSide({
    ...parts,
    side,
    shares,
    agent: () => agent,
    session,
    context: () => context,
  });
  return {
    warnings: [
      ...models.warnings,
      ...modeWarnings(live.policy, place.env),
      ...projectModeWarnings(flags, loaded),
      ...missingDirectories(builtins.workspaceDirs.slice(1)),
      ...servers.warnings,
      ...context.warnings,
    ],
    ready: servers.ready,
    session,
    run: (input, emit, signal) => {
      tidy();
      live.emit = emit;
      approvals.heard(input);
      return agent.run(side.withNews(input, emit), signal);
    },
    mayGoOn: () => agent.mayGoOn(),
    goOn: (emit, signal) => {
      live.emit = emit;
      return agent.goOn(signal);
    },
    expand: async (said, signal, emit = live.emit) => {
      live.emit = emit;
      const { text, media = [] } = typeof said === 'string' ? { text: said } : said;
      const expansion = await context.expand(text, signal);
      if (expansion.kind !== 'prompt') return expansion;
      const input = shell.withResults(withMedia(expansion.input, media));
      approvals.typed(input, text);
      return { ...expansion, input };
    },
    commands: context.commands,
    compact: (signal) => agent.compact(signal),
    history: () => agent.history(),
    policy: () => live.policy,
    setMode: (mode) => approvals.setMode(mode),
    modeAfterPlan: () => approvals.modeAfterPlan(),
    models: () => models.models(),
    setModel: (name) => models.setModel(name),
    adoptModel: (next, choice) => models.adopt(next, choice),
    setEffort: (effort) => models.setEffort(effort),
    contextWindow: () => models.choice().options.contextWindow,
    contextShares: shares,
    setAgents: (entries) => side.setAgents(entries),
    tasks: () => builtins.tasks.list(),
    onTasks: (listener) => builtins.tasks.onChange(listener),
    hasReports: () => builtins.tasks.hasNotes(),
    takeReports: (emit, signal) => {
      live.emit = emit;
      return agent.wake(signal);
    },
    servers: servers.desk,
    shell,
    desk: createConversationDesk({
      ...{ live, agent, builtins, side },
      contextFiles: context.files.map(({ path }) => path),
      settings: servers.settings,
    }),
    reload: servers.reload,
    hasEffects: (name) => hasEffects(side.all().find((tool) => tool.name === name)),
    stop: async () => {
      // Agents first: their calls are cancelled before the servers go.
      await Promise.all([side.stop(), servers.stop(), builtins.stop()]);
    },
  };
}

const withMedia = (input: UserInput, media: readonly MediaPart[]): UserInput =>
  media.length === 0 ? input : { ...input, media: [...media, ...(input.media ?? [])] };

/** A tool that is not known may have done anything. */
const hasEffects = (tool: Tool | undefined): boolean => tool?.kind !== 'read' && tool?.kind !== 'internal';

interface FactParts extends Pick<ConversationParts, 'place' | 'models' | 'live' | 'mcp'> {
  readonly side: Pick<ToolSide, 'known' | 'agents'>;
  readonly context: Pick<ContextSide, 'commands'>;
}

const sessionFacts = ({ place, models, live, mcp, side, context }: FactParts): SessionFacts => ({
  sessionId: live.sessionId,
  cwd: place.cwd,
  model: models.model().name,
  permissionMode: effectiveMode(live.policy),
  version: VERSION,
  tools: side.known().map(({ name }) => name),
  mcpServers: mcp.statuses().map(({ name, status }) => ({ name, status })),
  slashCommands: context.commands().map(({ name }) => name),
  agents: side.agents(),
});

/** A model for work beside the conversation: whoever listens to the run is told of each request to it. */
export type SideModel = (purpose: SidePurpose, model: Model) => Model;

/** What may change while the conversation goes on. */
export interface Live {
  policy: ApprovalPolicy;
  /** Who listens to the run that goes on now. */
  emit: (event: AgentEvent) => void;
  sessionId: string;
}
