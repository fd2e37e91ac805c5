/** Where Claude Code and Claude Desktop keep their MCP servers. Reads those files alone, and leniently. */
import { join } from 'node:path';
import { inSettingsSpelling } from '@qwen-code/qwen-code-core/settings/project-servers.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { isJsonObject, readJsonObject, type JsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';

export const IMPORT_SOURCES = ['claude-code', 'claude-desktop', 'all'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

export interface FoundServers {
  /** By name, as settings spell them; the file that is read last wins. */
  readonly servers: JsonObject;
  readonly files: readonly string[];
  /** One sentence for each file that can't be understood. */
  readonly problems: readonly string[];
}

export function readOtherConfigs(source: ImportSource, place: Place): FoundServers {
  const files = [
    ...(source === 'claude-desktop' ? [] : claudeCodeFiles(place)),
    ...(source === 'claude-code' ? [] : [desktopFile(place)]),
  ];
  const found = files.map((file) => readOne(file, place.cwd));
  return {
    servers: Object.assign({}, ...found.map(({ servers }) => servers)) as JsonObject,
    files: found.flatMap(({ servers, file }) => (Object.keys(servers).length === 0 ? [] : [file])),
    problems: found.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
  };
}

const claudeCodeFiles = ({ homeDir, cwd }: Place): readonly string[] => [
  join(homeDir, '.claude.json'),
  join(homeDir, '.claude', 'settings.json'),
  join(cwd, '.claude', 'settings.json'),
];

function desktopFile({ homeDir, platform, env }: Place): string {
  const name = join('Claude', 'claude_desktop_config.json');
  if (platform === 'darwin') return join(homeDir, 'Library', 'Application Support', name);
  if (platform === 'win32') return join(env['APPDATA'] || join(homeDir, 'AppData', 'Roaming'), name);
  return join(env['XDG_CONFIG_HOME'] || join(homeDir, '.config'), name);
}

interface ReadConfig {
  readonly file: string;
  readonly servers: JsonObject;
  readonly problem?: string;
}

/** Claude Code keeps those of one project below `projects`, by its path. */
function readOne(file: string, cwd: string): ReadConfig {
  try {
    const root = readJsonObject({ what: 'Configuration file', file })?.value ?? {};
    const { mcpServers, projects } = root;
    const project = isJsonObject(projects) ? projects[cwd] : undefined;
    const own = isJsonObject(project) ? project['mcpServers'] : undefined;
    const all = { ...(isJsonObject(mcpServers) ? mcpServers : {}), ...(isJsonObject(own) ? own : {}) };
    const entries = Object.entries(all).filter(([, entry]) => isJsonObject(entry));
    return { file, servers: inSettingsSpelling(Object.fromEntries(entries) as JsonObject) };
  } catch (error) {
    return { file, servers: {}, problem: shownText(error) };
  }
}
