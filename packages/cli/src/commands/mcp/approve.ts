/** `qwen mcp approve [name...] [--all]`. */
import type { ExitCode } from '../../exit-codes.js';
import type { McpCommandIo } from './command-io.js';
import { decideServers } from './decide-servers.js';

export const runMcpApprove = (argv: readonly string[], io: McpCommandIo): Promise<ExitCode> =>
  decideServers('approved', argv, io);
