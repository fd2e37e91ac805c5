/** `qwen mcp reject [name...] [--all]`. */
import type { ExitCode } from '../../exit-codes.js';
import type { McpCommandIo } from './command-io.js';
import { decideServers } from './decide-servers.js';

export const runMcpReject = (argv: readonly string[], io: McpCommandIo): Promise<ExitCode> =>
  decideServers('rejected', argv, io);
