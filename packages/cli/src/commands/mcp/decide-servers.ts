/**
 * `qwen mcp approve` and `qwen mcp reject`: the user's answer about the servers that a project's own files declare.
 * An answer is bound to the entry as it is now. Starts nothing.
 */
import { loadSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { isGated, type ConfiguredServer } from '@qwen-code/qwen-code-core/settings/servers.js';
import { recordApprovals } from '@qwen-code/qwen-code-core/trust/approvals.js';
import { createTrustReader } from '@qwen-code/qwen-code-core/trust/server-trust.js';
import { EXIT, type ExitCode } from '../../exit-codes.js';
import { placeOf, runParsed, type McpCommandIo } from './command-io.js';
import { parseCommand, type CommandSpec } from './parse-command.js';

export type Decision = 'approved' | 'rejected';
type ProjectServer = Extract<ConfiguredServer, { kind: 'ok' }>;

const VERBS = { approved: 'approve', rejected: 'reject' } as const;

const specOf = (decision: Decision): CommandSpec => ({
  usage: `${VERBS[decision]} [name...] [--all]`,
  about:
    decision === 'approved'
      ? "Lets MCP servers of this project's .mcp.json and settings start. A later change of an entry asks again."
      : "Keeps MCP servers of this project's .mcp.json and settings from starting.",
  options: { all: { type: 'boolean', describe: 'Every server of this project' } },
});

/** Resolves with the exit code; unknown names and nothing to decide are told and are no failure. */
export async function decideServers(decision: Decision, argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const parsed = await parseCommand(argv, specOf(decision));
  return runParsed(parsed, io, async ({ words, values }) => {
    const loaded = await loadSettings(placeOf(io));
    const { servers, paths, workspaceTrusted } = loaded;
    const own = servers.filter((server): server is ProjectServer => server.kind === 'ok' && isGated(server.scope));
    if (own.length === 0) {
      const why = workspaceTrusted
        ? "this project's .mcp.json and settings declare none"
        : 'this folder is not trusted';
      io.stdout(`No MCP server to ${VERBS[decision]}: ${why}.\n`);
      return EXIT.ok;
    }
    const available = own.map(({ name }) => name).join(', ');
    if (words.length === 0 && values.flag('all') !== true) {
      io.stdout(`Name a server or give --all. Servers of this project: ${available}\n`);
      return EXIT.ok;
    }
    for (const name of words.filter((word) => own.every((server) => server.name !== word))) {
      io.stdout(`MCP server ${JSON.stringify(name)} not found. Servers of this project: ${available}\n`);
    }
    const chosen = values.flag('all') === true ? own : own.filter(({ name }) => words.includes(name));
    if (chosen.length === 0) return EXIT.ok;
    const answers = chosen.map((server) => ({ ...server, status: decision }));
    recordApprovals(paths.mcpApprovals, io.cwd, answers);
    const trust = createTrustReader({ ...placeOf(io), loaded });
    for (const { name } of chosen) io.stdout(`${sentence(decision, name, trust.server(name))}\n`);
    if (decision === 'approved')
      io.stdout('Approved servers start with the next session, and at once in one that is open.\n');
    return EXIT.ok;
  });
}

function sentence(decision: Decision, name: string, trusted: boolean): string {
  const server = `MCP server ${JSON.stringify(name)}`;
  if (decision === 'rejected') return `Rejected ${server}.`;
  return `Approved ${server} as it is configured now.${trusted ? ' It is trusted: its calls need no confirmation.' : ''}`;
}
