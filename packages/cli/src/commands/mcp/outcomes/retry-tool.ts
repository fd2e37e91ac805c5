/** The one tool that a retry calls: its server started for it alone, as a run would start it, and ended afterwards. */
import { planServer } from '@qwen-code/qwen-code-core/mcp/server-config.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { noDebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { createMcpTool, mcpToolName } from '@qwen-code/qwen-code-core/tools/mcp-tool/index.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import { createApprovalLookup } from '@qwen-code/qwen-code-core/trust/approvals.js';
import { selectServers } from '@qwen-code/qwen-code-core/trust/select-servers.js';
import type { ExitCode } from '../../../exit-codes.js';
import { VERSION } from '../../../version.js';
import { createManager } from '../../../wire/create-manager.js';
import { projectTempDir, saveOutput } from '../../../wire/saved-output.js';
import { placeOf } from '../command-io.js';
import type { FoundOutcome } from './outcomes.js';

/** Runs `use` with the tool, or with one sentence why there is none. */
export async function withRetryTool(
  found: FoundOutcome,
  use: (tool: Tool | string) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { outcome, io, loaded, journal } = found;
  const { server, tool: toolName, idempotency_key: idempotencyKey } = outcome.intent;
  const config = serverConfig(found);
  if (typeof config === 'string') return use(config);
  const manager = createManager({
    servers: [config],
    place: placeOf(io),
    loaded,
    workspaceDirs: [io.cwd],
    env: loaded.env,
    version: VERSION,
    clock: systemClock,
    debug: noDebugLog,
    looksAfter: false,
  });
  try {
    await manager.start();
    const offered = manager.tools().find(({ tool }) => tool.name === toolName);
    if (offered === undefined) {
      const problem = manager.states()[0]?.problem ?? `It does not offer the tool "${toolName}".`;
      return await use(`MCP server "${server}" can't take the call, so nothing was sent. ${problem}`);
    }
    const tempDir = projectTempDir(loaded.runtimeDir, io.cwd);
    const tool = createMcpTool({
      ...offered,
      name: mcpToolName({ server, tool: toolName }),
      journal,
      retry: { recordId: outcome.id, idempotencyKey },
      clock: systemClock,
      debug: noDebugLog,
      saveOutput: (text) => saveOutput(tempDir, text),
    });
    return await use(tool);
  } finally {
    await manager.stop();
  }
}

function serverConfig({ outcome, io, loaded }: FoundOutcome) {
  const { server } = outcome.intent;
  const { start, notStarted } = selectServers({
    servers: loaded.servers,
    untrustedServers: loaded.untrustedServers,
    workspaceTrusted: loaded.workspaceTrusted,
    yolo: false,
    onlyNames: [server],
    allowed: loaded.settings.mcp.allowed,
    excluded: loaded.settings.mcp.excluded,
    approvalOf: createApprovalLookup(loaded.paths.mcpApprovals, io.cwd),
  });
  const [selected] = start;
  if (selected === undefined) {
    const why = notStarted.find(({ name }) => name === server)?.shown;
    return why ?? `There is no MCP server called "${server}" any more, so nothing was sent.`;
  }
  const planned = planServer(server, selected.entry, io.cwd);
  return planned.kind === 'ok' ? planned.config : planned.shown;
}
