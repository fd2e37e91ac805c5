/** `qwen sessions`: finds the command and hands its words over. */
import { EXIT, type ExitCode } from '../../exit-codes.js';
import type { McpCommandIo } from '../mcp/command-io.js';
import { runSessionsList } from './list.js';

const HELP = `Usage: qwen sessions <command>

Commands:
  qwen sessions list [--json] [--limit N]   List the recorded sessions of this directory

qwen sessions list --help tells more about it.
`;

/** `argv` is what follows `qwen sessions`. */
export async function runSessionsCommand(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === 'list') return runSessionsList(rest, io);
  io.stdout(HELP);
  if (name === undefined || name === '--help' || name === '-h') return EXIT.ok;
  io.stderr(`Unknown command: qwen sessions ${name}.\n`);
  return EXIT.failure;
}
