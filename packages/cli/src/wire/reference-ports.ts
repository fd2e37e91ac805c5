/** How a message's `@path` and `@server:uri` are read in a run: by the tools' own rules, and by the permission rules. */
import type { ReferencePorts } from '@qwen-code/qwen-code-core/context/expand-references.js';
import { approve } from '@qwen-code/qwen-code-core/scheduler/approve.js';
import { judgeCall } from '@qwen-code/qwen-code-core/scheduler/judge-call.js';
import type { ApprovalPolicy } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { createReadFileTool } from '@qwen-code/qwen-code-core/tools/files/read-file-tool.js';
import { createWorkspace } from '@qwen-code/qwen-code-core/tools/files/workspace.js';
import { limitOutput } from '@qwen-code/qwen-code-core/tools/mcp-tool/limit-output.js';
import { DEFAULT_IGNORE_OPTIONS } from '@qwen-code/qwen-code-core/tools/search/ignore-options.js';
import type { McpSide } from './mcp-side.js';
import { saveOutput } from './saved-output.js';

export interface ReferenceOptions {
  readonly place: Place;
  readonly loaded: LoadedSettings;
  /** Absolute; the working directory first. */
  readonly workspaceDirs: readonly string[];
  readonly tempDir: string;
  readonly mcp: McpSide;
  readonly debug: DebugLog;
  policy(): ApprovalPolicy;
}

const UNTRUSTED = 'Resources of MCP servers are unavailable in a folder that is not trusted.';

export function referencePorts(options: ReferenceOptions): Omit<ReferencePorts, 'newMark'> {
  const { place, loaded, mcp, debug, tempDir } = options;
  const workspace = createWorkspace({ cwd: place.cwd, includeDirectories: options.workspaceDirs.slice(1), tempDir });
  const reader = createReadFileTool({ workspace, debug });
  const { truncateToolOutputThreshold: maxChars, truncateToolOutputLines: maxLines } = loaded.settings.tools;
  const output = { limit: { maxChars, maxLines }, saveOutput: (text: string) => saveOutput(tempDir, text), debug };
  return {
    workspace,
    homeDir: place.homeDir,
    ignoreOptions: { ...DEFAULT_IGNORE_OPTIONS, ...loaded.settings.context.fileFiltering },
    refusedByRule: async (path) => {
      const policy = options.policy();
      const approval = approve(policy, await judgeCall(reader, { file_path: path }, policy.dirs));
      return approval.kind === 'deny' ? approval.shown : undefined;
    },
    readFile: (path, signal) =>
      reader.execute({ file_path: path }, { callId: 'reference', signal, onProgress: () => {} }),
    servers: () => [
      ...new Set([
        ...loaded.servers.map(({ name }) => name),
        ...loaded.untrustedServers,
        ...mcp.statuses().map(({ name }) => name),
      ]),
    ],
    readResource: async (server, uri, signal) => {
      if (!options.policy().workspaceTrusted) throw new QwenError('usage', UNTRUSTED);
      const { text, media } = await mcp.readResource(server, uri, signal);
      return { text: await limitOutput(text, output), ...(media !== undefined && { media }) };
    },
  };
}
