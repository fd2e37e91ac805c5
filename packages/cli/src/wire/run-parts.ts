/** What a conversation runs on: models, tools, servers, approvals, and what they share. */
import { countedModel } from '@qwen-code/qwen-code-core/agent/side-request.js';
import type { Model } from '@qwen-code/qwen-code-core/models/types.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { approvalPolicy } from './approval-policy.js';
import { createApprovalSide } from './approval-side.js';
import { keptTools } from './bare-tools.js';
import { builtinTools } from './builtin-tools.js';
import { startModelSide } from './model-side.js';
import { structuredOutput } from './read-answer-schema.js';
import { projectTempDir } from './saved-output.js';
import { startServerSide } from './server-side.js';
import { createTypedShell } from './typed-shell.js';
import type { Live, SideModel, WireOptions } from './wire-run.js';

/** The servers start here. */
export async function startParts(options: WireOptions) {
  const { flags, place, loaded } = options;
  const attended = options.approver !== undefined;
  const env = childEnvironment(options);
  const tempDir = projectTempDir(loaded.runtimeDir, place.cwd);
  const models = startModelSide({ ...options, cwd: place.cwd });
  const live: Live = {
    policy: approvalPolicy(flags, loaded, place, attended),
    emit: () => {},
    sessionId: options.sessionId,
  };
  const builtins = builtinTools({
    ...options,
    env,
    tempDir,
    includeDirectories: flags.includeDirectories,
    coreTools: flags.coreTools,
    sessionId: () => live.sessionId,
    policy: () => live.policy,
  });
  const structured = await structuredOutput(flags.jsonSchema, place.cwd);
  const ownTools = keptTools([...builtins.tools, ...(structured === undefined ? [] : [structured.tool])], flags);
  const { mcp, ...servers } = await startServerSide({
    ...options,
    live,
    env,
    tempDir,
    reserved: new Set(ownTools.map(({ name }) => name)),
    workspaceDirs: builtins.workspaceDirs,
  });
  const sideModel: SideModel = (purpose, model) =>
    countedModel(model, options.clock, (request) => live.emit({ type: 'side-request', purpose, ...request }));
  const { settings } = servers;
  const judge = (): Model => sideModel('auto-mode', models.modelFor('fastModel'));
  const approvals = createApprovalSide({ ...options, settings, live, attended, cwd: place.cwd, model: judge });
  const shell = createTypedShell({
    ...{ ...options, env, tempDir, background: builtins.background, tools: ownTools },
    settings: loaded.settings.tools,
    sessionId: () => live.sessionId,
    policy: () => live.policy,
  });
  const parts = { ...options, settings, live, approvals, models, sideModel, builtins, ownTools, mcp };
  return { parts, servers, shell, structured, tempDir };
}

/** What shell commands and MCP servers find in their environment about the run that started them. */
const childEnvironment = ({ loaded, place, sessionId, choice }: WireOptions): Place['env'] => ({
  ...loaded.env,
  QWEN_CODE_SESSION_ID: sessionId,
  QWEN_CODE_PROJECT_DIR: place.cwd,
  QWEN_CODE_MODEL: choice.name,
});
