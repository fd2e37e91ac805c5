/** A project's servers start only as they were approved, and a server that left is never used again. */
const SELECT = 'packages/core/src/trust/select-servers.ts';
const SELECT_TESTS = 'packages/core/src/trust/select-servers.test.ts';
const HASH = 'packages/core/src/trust/entry-hash.ts';
const HASH_TESTS = 'packages/core/src/trust/entry-hash.test.ts';
const ENVIRONMENT = 'packages/core/src/settings/environment.ts';
const ENV_FILES = 'packages/core/src/settings/env-files.ts';
const SERVER_LISTS = 'packages/core/src/settings/server-lists.ts';
const SERVERS = 'packages/core/src/settings/servers.ts';
const SOURCE_TESTS = 'packages/core/src/settings/server-sources.test.ts';
const MANAGER = 'packages/core/src/mcp/manager.ts';
const APPLY_TESTS = 'packages/core/src/mcp/manager-apply.test.ts';

export const projectServerMutants = [
  {
    name: 'project-file-not-gated',
    guard: 'a server of .mcp.json waits for an approval',
    file: SERVERS,
    find: "scope === 'project' || scope === 'workspace'",
    replace: "scope === 'workspace'",
    tests: { [SELECT_TESTS]: ["a project's server: pending"] },
  },
  {
    name: 'changed-entry-starts',
    guard: 'an answer for another entry is none',
    file: SELECT,
    find: "if (approval === 'approved' || options.yolo) return undefined;",
    replace: "if (approval === 'approved' || approval === 'changed' || options.yolo) return undefined;",
    tests: { [SELECT_TESTS]: ["a project's server: changed"] },
  },
  {
    name: 'project-values-not-approved',
    guard: "what the project's own files put into an entry is part of what is approved",
    file: HASH,
    find: 'Object.keys(fromProject).length === 0 ? [] : [fromProject]',
    replace: '[]',
    tests: { [HASH_TESTS]: ['changes with another value of the project'] },
  },
  {
    name: 'project-fills-operator-settings',
    guard: "the operator's settings are not filled from the project's files",
    file: ENVIRONMENT,
    find: "layer.scope === 'workspace' ? environment : environment.operator",
    replace: 'environment',
    tests: { [SOURCE_TESTS]: ['the project can not redirect a server of user'] },
  },
  {
    name: 'project-fills-command-line',
    guard: "--mcp-config is not filled from the project's files",
    file: SERVER_LISTS,
    find: 'environment.operator.env',
    replace: 'environment.env',
    tests: { [SOURCE_TESTS]: ['the project can not redirect a server of command-line'] },
  },
  {
    name: 'project-chooses-registry',
    guard: 'a project does not choose where programs come from',
    file: ENV_FILES,
    find: 'ofProject === true && REFUSED_TO_PROJECTS.test(name.toUpperCase())',
    replace: 'false',
    tests: { [SOURCE_TESTS]: ['a project sets no npm_config_registry for servers, and the user may'] },
  },
  {
    name: 'changed-server-kept',
    guard: 'a server whose config changed is another server',
    file: MANAGER,
    find: 'return JSON.stringify(server.config) === JSON.stringify(config) ? server : undefined;',
    replace: 'return server;',
    tests: { [APPLY_TESTS]: ['another argument is another server'] },
  },
  {
    name: 'removed-server-lives',
    guard: 'a server that the settings no longer name is ended',
    file: MANAGER,
    find: 'new Map(gone.map(({ config, connection }) => [config.name, connection.stop()]))',
    replace: 'new Map(gone.map(({ config }) => [config.name, Promise.resolve()]))',
    tests: { [APPLY_TESTS]: ['a removed server is not revived by what it still says, nor through an old link'] },
  },
  {
    name: 'reads-in-untrusted-folder',
    guard: 'nothing is read from a server in a folder that is not trusted',
    file: MANAGER,
    find: 'if (isWorkspaceTrusted(name, options.trustReader)) return server;',
    replace: 'return server;',
    tests: { [APPLY_TESTS]: ['reads from a server, and only in a folder that is trusted'] },
  },
];
