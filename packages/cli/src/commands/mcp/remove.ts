/** `qwen mcp remove`: takes one server out of a settings file, and its stored sign-in with it. */
import { editSettingsFile, readSettingsKey } from '@qwen-code/qwen-code-core/settings/edit.js';
import { forgetToken } from '@qwen-code/qwen-code-core/settings/forget-token.js';
import { settingsPaths } from '@qwen-code/qwen-code-core/settings/paths.js';
import { PROJECT_SERVERS_FILE, readProjectServers } from '@qwen-code/qwen-code-core/settings/project-servers.js';
import { EXIT, type ExitCode } from '../../exit-codes.js';
import { placeOf, runParsed, usageError, type McpCommandIo } from './command-io.js';
import { parseCommand, type CommandSpec } from './parse-command.js';
import { SCOPE_OPTION, scopeFile } from './scope.js';

const SPEC: CommandSpec = {
  usage: 'remove [options] <name>',
  about: 'Removes an MCP server from the settings.',
  options: { scope: SCOPE_OPTION },
};

/** Resolves with the exit code; a name that is not there is told and is no failure. */
export async function runMcpRemove(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const parsed = await parseCommand(argv, SPEC);
  return runParsed(parsed, io, ({ words, values, help }) => {
    const [name, ...more] = words;
    if (name === undefined || name === '' || more.length > 0) {
      return usageError({ help, shown: 'Give the name of one server: qwen mcp remove <name>.' }, io);
    }
    const where = scopeFile(values, placeOf(io));
    if (where.kind === 'wrong') {
      io.stderr(`${where.shown}\n`);
      return EXIT.failure;
    }
    const key = ['mcpServers', name];
    const server = `MCP server ${JSON.stringify(name)}`;
    if (readSettingsKey(where.file, key) === undefined) {
      io.stdout(`${server} not found in ${where.scope} settings.\n`);
      if (isInProjectFile(io.cwd, name))
        io.stdout(`${PROJECT_SERVERS_FILE} of this directory declares it; remove it there.\n`);
      return EXIT.ok;
    }
    editSettingsFile(where.file, key, undefined);
    forgetToken(settingsPaths(placeOf(io)).mcpOauthTokens, name);
    io.stdout(`${server} removed from ${where.scope} settings.\n`);
    return EXIT.ok;
  });
}

const isInProjectFile = (cwd: string, name: string): boolean =>
  Object.hasOwn(readProjectServers(cwd)?.servers ?? {}, name);
