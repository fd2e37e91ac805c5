/**
 * `qwen mcp reconnect`: connects to one server, or to all of them, and says truthfully whether that worked.
 * It speaks for the servers as they are now; a running session keeps connections of its own and repairs them by itself.
 */
import { EXIT, type ExitCode } from '../../exit-codes.js';
import { checkServers, type CheckedServer } from './check-servers.js';
import { runParsed, usageError, type McpCommandIo } from './command-io.js';
import { markOf } from './mark.js';
import { parseCommand, type CommandSpec } from './parse-command.js';

const SPEC: CommandSpec = {
  usage: 'reconnect [name] [--all]',
  about: 'Connects again to an MCP server, or to all of them, and tells whether it worked.',
  options: { all: { alias: 'a', type: 'boolean', describe: 'Every configured server' } },
};

/** The server's own discovery limit counts; this one only bounds it. */
const LIMIT_MS = 60_000;

/** Resolves with 1 when a server that was asked for did not connect. */
export async function runMcpReconnect(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const parsed = await parseCommand(argv, SPEC);
  return runParsed(parsed, io, async ({ words, values, help }) => {
    const [name, ...more] = words;
    const isAll = values.flag('all') === true;
    if (isAll === (name !== undefined) || more.length > 0) {
      return usageError({ help, shown: 'Give the name of one server, or --all.' }, io);
    }
    const { servers, known, warnings } = await checkServers(io, { name, limitMs: LIMIT_MS });
    for (const warning of warnings) io.stderr(`${warning}\n`);
    if (name !== undefined && servers.length === 0) {
      const others = known.length === 0 ? 'None is configured.' : `Configured: ${known.join(', ')}`;
      io.stderr(`There is no MCP server called ${JSON.stringify(name)}. ${others}\n`);
      return EXIT.failure;
    }
    if (servers.length === 0) io.stdout('No MCP servers are configured.\n');
    for (const server of servers) io.stdout(`${markOf(server.verdict, io)} ${lineOf(server)}\n`);
    return servers.some((server) => hasFailed(server, isAll)) ? EXIT.failure : EXIT.ok;
  });
}

function lineOf({ name, verdict }: CheckedServer): string {
  if (verdict.kind === 'not-started') return verdict.shown;
  if (verdict.kind === 'failed') return `${name}: ${verdict.shown}`;
  return `${name}: Connected; it offers ${verdict.toolCount} ${verdict.toolCount === 1 ? 'tool' : 'tools'}.`;
}

/** Servers that the settings switch off are no failure of `--all`. */
function hasFailed({ verdict }: CheckedServer, isAll: boolean): boolean {
  if (verdict.kind !== 'not-started') return verdict.kind === 'failed';
  return !(isAll && (verdict.why === 'excluded' || verdict.why === 'not-allowed'));
}
