/** `qwen mcp`: finds the command and hands its words over. Each command loads only when it is called. */
import { mcpCommandLines } from '../../args/help.js';
import { EXIT, type ExitCode } from '../../exit-codes.js';
import type { McpCommandIo } from './command-io.js';

type McpCommand = (argv: readonly string[], io: McpCommandIo) => Promise<ExitCode>;

const COMMANDS: Readonly<Record<string, () => Promise<McpCommand>>> = {
  add: async () => (await import('./add.js')).runMcpAdd,
  remove: async () => (await import('./remove.js')).runMcpRemove,
  list: async () => (await import('./list.js')).runMcpList,
  reconnect: async () => (await import('./reconnect.js')).runMcpReconnect,
  approve: async () => (await import('./approve.js')).runMcpApprove,
  reject: async () => (await import('./reject.js')).runMcpReject,
  inventory: async () => (await import('./inventory/inventory.js')).runMcpInventory,
  canary: async () => (await import('./canary/canary.js')).runMcpCanary,
  outcomes: async () => (await import('./outcomes/outcomes.js')).runMcpOutcomes,
  gates: async () => (await import('./gates/gates.js')).runMcpGates,
};

const HELP = `Usage: qwen mcp <command>\n\nCommands:\n${mcpCommandLines()}\nqwen mcp <command> --help tells more about one of them.\n`;

/** `argv` is what follows `qwen mcp`. */
export async function runMcpCommand(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h') {
    io.stdout(HELP);
    return EXIT.ok;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    io.stdout(HELP);
    io.stderr(`Unknown command: qwen mcp ${name}.\n`);
    return EXIT.failure;
  }
  const run = await load();
  return run(rest, io);
}
