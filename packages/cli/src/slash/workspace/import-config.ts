/**
 * /import-config: copies the MCP servers of Claude Code or Claude Desktop into the settings. An entry that is there already
 * is not touched. The servers start with the settings, as if they had been written by hand.
 */
import { editSettings, readSettingsKey } from '@qwen-code/qwen-code-core/settings/edit.js';
import { hasWorkspaceFile } from '@qwen-code/qwen-code-core/settings/layers.js';
import { isJsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';
import { answer, refused, type SlashCommand } from '../types.js';
import { IMPORT_SOURCES, readOtherConfigs, type FoundServers, type ImportSource } from './other-configs.js';
import type { WorkspacePorts } from './workspace-ports.js';

const SERVERS = 'mcpServers';

export const importConfigCommand = ({ place, loaded }: WorkspacePorts): SlashCommand => ({
  name: 'import-config',
  aliases: [],
  description: 'Copy the MCP servers of Claude Code or Claude Desktop into the settings',
  source: 'built-in',
  usage: `${IMPORT_SOURCES.join('|')} [--scope user|project]`,
  run: (args) => {
    const asked = readArguments(args);
    if (asked === undefined) {
      return Promise.resolve(refused(`Give one of ${IMPORT_SOURCES.join(', ')}, and --scope user or project.`));
    }
    const { user, workspace } = loaded.paths.files;
    if (asked.scope === 'project' && (!loaded.workspaceTrusted || !hasWorkspaceFile(place))) {
      return Promise.resolve(refused('The settings of this folder do not count; leave out --scope project.'));
    }
    const file = asked.scope === 'project' ? workspace : user;
    return Promise.resolve(answer(copied(readOtherConfigs(asked.source, place), file)));
  },
  complete: () => [...IMPORT_SOURCES, '--scope user', '--scope project'],
});

interface Asked {
  readonly source: ImportSource;
  readonly scope: 'user' | 'project';
}

export function readArguments(args: string): Asked | undefined {
  const [, first, scope = 'user'] = /^(\S+)(?:\s+--scope[\s=]+(user|project))?$/.exec(args) ?? [];
  const source = IMPORT_SOURCES.find((each) => each === first);
  return source === undefined ? undefined : { source, scope: scope === 'project' ? 'project' : 'user' };
}

/** Throws QwenError('config') when the file can't be understood; it is as it was then. */
function copied({ servers, files, problems }: FoundServers, file: string): string {
  const there = readSettingsKey(file, [SERVERS]);
  const known = isJsonObject(there) ? Object.keys(there) : [];
  const names = Object.keys(servers);
  const fresh = names.filter((name) => !known.includes(name));
  const changes = fresh.map((name) => ({ path: [SERVERS, name], value: servers[name] }));
  if (changes.length > 0) editSettings(file, changes);
  const kept = names.filter((name) => known.includes(name));
  return [
    fresh.length === 0
      ? 'There is no server to copy.'
      : `Copied to ${file}: ${fresh.join(', ')} (from ${files.join(', ')}). Keys in them were copied as well.`,
    ...(kept.length === 0 ? [] : [`There already, and left alone: ${kept.join(', ')}.`]),
    ...problems,
  ].join('\n');
}
