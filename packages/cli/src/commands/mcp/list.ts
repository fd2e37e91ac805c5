/** `qwen mcp list`: every configured server, and whether it answers now. Servers that need an approval are not contacted. */
import type { NotStartedReason } from '@qwen-code/qwen-code-core/trust/select-servers.js';
import { EXIT, type ExitCode } from '../../exit-codes.js';
import { checkServers, type CheckedServer, type Verdict } from './check-servers.js';
import { runParsed, type McpCommandIo } from './command-io.js';
import { targetOf } from '../../wire/server-target.js';
import { markOf } from './mark.js';
import { parseCommand, type CommandSpec } from './parse-command.js';

const SPEC: CommandSpec = {
  usage: 'list',
  about: 'Lists the configured MCP servers and checks side by side whether each one answers.',
  options: {},
};

/** For each server; all are asked at the same time. */
const LIMIT_MS = 5_000;

const WHY: Readonly<Record<NotStartedReason, string>> = {
  'untrusted-workspace': 'Not started: this folder is not trusted',
  'not-allowed': 'Not allowed ("mcp.allowed")',
  excluded: 'Excluded ("mcp.excluded")',
  invalid: 'Not valid',
  rejected: 'Rejected',
  'pending-approval': 'Pending approval',
  'changed-since-approval': 'Pending approval: it has changed since you decided about it',
};

/** Resolves with 0 also when servers do not answer: the list was given. */
export async function runMcpList(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const parsed = await parseCommand(argv, SPEC);
  return runParsed(parsed, io, async () => {
    const { servers, warnings, workspaceTrusted } = await checkServers(io, { limitMs: LIMIT_MS });
    for (const warning of warnings) io.stderr(`${warning}\n`);
    if (!workspaceTrusted) io.stdout('This folder is not trusted: no MCP server is started in it.\n');
    if (servers.length === 0) {
      io.stdout('No MCP servers are configured.\n');
      return EXIT.ok;
    }
    io.stdout('Configured MCP servers:\n\n');
    for (const server of servers) io.stdout(`${markOf(server.verdict, io)} ${lineOf(server)}\n`);
    return EXIT.ok;
  });
}

function lineOf({ name, server, verdict }: CheckedServer): string {
  const target = server?.kind === 'ok' ? `: ${targetOf(server.entry)}` : '';
  return `${name}${target} - ${statusOf(verdict)}`;
}

function statusOf(verdict: Verdict): string {
  if (verdict.kind === 'connected') return 'Connected';
  return verdict.kind === 'failed' ? `Disconnected. ${verdict.shown}` : WHY[verdict.why];
}
