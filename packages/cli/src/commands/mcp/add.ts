/** `qwen mcp add`: writes one server into a settings file, in place of an older entry of that name. Starts nothing. */
import { editSettingsFile, readSettingsKey } from '@qwen-code/qwen-code-core/settings/edit.js';
import { EXIT, type ExitCode } from '../../exit-codes.js';
import { placeOf, runParsed, usageError, type McpCommandIo } from './command-io.js';
import { parseCommand, type CommandSpec } from './parse-command.js';
import { SCOPE_OPTION, scopeFile } from './scope.js';
import { makeEntry } from './server-entry.js';

const SPEC: CommandSpec = {
  usage: 'add [options] <name> <commandOrUrl> [args...]',
  about:
    'Adds an MCP server. Words and unknown options after the name go to the server;\nput -- before options of the server that qwen knows too.',
  passThrough: true,
  options: {
    scope: SCOPE_OPTION,
    transport: { alias: 't', type: 'string', describe: 'stdio, sse or http; left out: http for a URL, else stdio' },
    env: { alias: 'e', type: 'array', string: true, nargs: 1, describe: 'NAME=value for the server process' },
    header: { alias: 'H', type: 'array', string: true, nargs: 1, describe: '"Name: value" for an http or sse server' },
    timeout: { type: 'string', requiresArg: true, describe: 'Limit of one call, in ms' },
    trust: { type: 'boolean', describe: 'Calls need no confirmation in a trusted folder' },
    description: { type: 'string', requiresArg: true, describe: 'What the server is for' },
    'include-tools': { type: 'array', string: true, describe: 'Only these tools, separated by commas' },
    'exclude-tools': { type: 'array', string: true, describe: 'Not these tools, separated by commas' },
    'oauth-client-id': { type: 'string', requiresArg: true, describe: 'OAuth client id' },
    'oauth-client-secret': { type: 'string', requiresArg: true, describe: 'OAuth client secret' },
    'oauth-redirect-uri': { type: 'string', requiresArg: true, describe: 'OAuth redirect URI' },
    'oauth-authorization-url': { type: 'string', requiresArg: true, describe: 'OAuth authorization URL' },
    'oauth-token-url': { type: 'string', requiresArg: true, describe: 'OAuth token URL' },
    'oauth-scopes': { type: 'array', string: true, describe: 'OAuth scopes, separated by commas' },
  },
};

/** Resolves with the exit code. `argv` is what follows `qwen mcp add`. */
export async function runMcpAdd(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const parsed = await parseCommand(argv, SPEC);
  return runParsed(parsed, io, ({ words, values, help }) => {
    const [name, target, ...args] = words;
    if (name === undefined || name === '' || target === undefined || target === '') {
      return usageError({ help, shown: 'Give a name and a command or URL: qwen mcp add <name> <commandOrUrl>.' }, io);
    }
    if (name === '__proto__') return fail('"__proto__" can\'t be the name of a server; choose another.', io);
    const where = scopeFile(values, placeOf(io));
    if (where.kind === 'wrong') return fail(where.shown, io);
    const made = makeEntry(target, args, values);
    if (made.kind === 'wrong') return fail(made.shown, io);

    const key = ['mcpServers', name];
    const existed = readSettingsKey(where.file, key) !== undefined;
    editSettingsFile(where.file, key, made.entry);
    const [server, settings] = [`MCP server ${JSON.stringify(name)}`, `${where.scope} settings`];
    if (existed) io.stdout(`${server} is already configured in ${settings}.\n`);
    io.stdout(`${server} ${existed ? 'updated in' : 'added to'} ${settings} (${made.transport}).\n`);
    for (const note of made.notes) io.stderr(`${note}\n`);
    if (where.scope === 'project') io.stderr(`It starts once you have approved it: qwen mcp approve ${name}\n`);
    return EXIT.ok;
  });
}

function fail(shown: string, io: McpCommandIo): ExitCode {
  io.stderr(`${shown}\n`);
  return EXIT.failure;
}
