/**
 * What surrounds the words of the user in a run: the instruction files, the facts of the session, what a message refers
 * to, and the commands. In bare and safe mode, and in a folder that is not trusted, less of it is read.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expandReferences, pathContent, type Content } from '@qwen-code/qwen-code-core/context/expand-references.js';
import { folderTree } from '@qwen-code/qwen-code-core/context/folder-tree.js';
import { loadContext, type ContextBlock, type LoadedContext } from '@qwen-code/qwen-code-core/context/load-context.js';
import { startupReminder } from '@qwen-code/qwen-code-core/context/startup-reminder.js';
import type { Message } from '@qwen-code/qwen-code-core/models/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { DEFAULT_IGNORE_OPTIONS } from '@qwen-code/qwen-code-core/tools/search/ignore-options.js';
import type { RunOptions } from '../args/parse-args.js';
import { expand } from '../slash/expand.js';
import type { CommandInfo, Expansion, SlashCommand } from '../slash/types.js';
import type { CommandSide } from './command-side.js';
import type { McpSide } from './mcp-side.js';
import { referencePorts, type ReferenceOptions } from './reference-ports.js';

export interface ContextSide {
  /** What the system prompt holds of the instruction files; undefined when there is nothing. */
  instructions(messages: readonly Message[]): string | undefined;
  /** Facts of the session, for the first message of the user. They change when a server comes or goes. */
  reminder(): string | undefined;
  /** The reminder tells date, system and folders, so that the system prompt need not. */
  readonly tellsPlace: boolean;
  /** The instruction files that were read. */
  readonly files: readonly ContextBlock[];
  /** One sentence each. */
  readonly warnings: readonly string[];
  /** As they are now: MCP servers bring some, and may come and go. */
  commands(): readonly CommandInfo[];
  /** A file or folder as a message's reference brings it; undefined when there is none. Throws QwenError. */
  readPath(path: string, signal: AbortSignal): Promise<Content | undefined>;
  /** What a message of the user turns out to be. Never rejects. */
  expand(text: string, signal: AbortSignal): Promise<Expansion>;
}

export interface ContextSideOptions extends ReferenceOptions {
  readonly flags: Pick<RunOptions, 'bare' | 'safeMode'>;
  readonly place: Place;
  readonly loaded: LoadedSettings;
  /** Absolute; the working directory first. */
  readonly workspaceDirs: readonly string[];
  readonly mcp: McpSide;
  readonly clock: Clock;
  /** One line for each skill that the model may load. */
  skills(): readonly string[];
  /** Not asked before the conversation begins. */
  slash(): CommandSide;
}

export async function createContextSide(options: ContextSideOptions): Promise<ContextSide> {
  const { flags, loaded, mcp } = options;
  const tellsPlace = !flags.bare && loaded.settings.model.skipStartupContext !== true;
  const [context, language, place] = await Promise.all([
    flags.bare || flags.safeMode ? NO_CONTEXT : contextOf(options),
    flags.bare ? '' : readFile(join(loaded.paths.userDir, 'output-language.md'), 'utf8').catch(() => ''),
    tellsPlace ? placeOf(options) : undefined,
  ]);
  const ports = referencePorts(options);
  const fence = newMark();
  const commands = (): readonly SlashCommand[] => options.slash().commands();
  return {
    instructions: (messages) => {
      const told = [context.text(messages), language.trim()].filter((text) => text !== '');
      return told.length === 0 ? undefined : `---\n\n${told.join('\n\n')}`;
    },
    reminder: () => startupReminder({ place, instructions: mcp.instructions(), skills: options.skills(), fence }),
    tellsPlace,
    files: context.files,
    warnings: context.warnings,
    commands,
    readPath: (path, signal) => pathContent(path, ports, signal),
    expand: (text, signal) =>
      expand(text, {
        commands: commands(),
        disabled: options.slash().disabled,
        signal,
        references: (words) => expandReferences(words, { ...ports, newMark }, signal),
      }),
  };
}

const newMark = (): string => randomBytes(4).toString('hex');

type FileContext = Pick<LoadedContext, 'text' | 'files' | 'warnings'>;

const NO_CONTEXT: FileContext = { text: () => '', files: [], warnings: [] };

function contextOf({ place, loaded, workspaceDirs }: ContextSideOptions): Promise<FileContext> {
  const { fileName, loadFromIncludeDirectories, importFormat } = loaded.settings.context;
  return loadContext({
    userDir: loaded.paths.userDir,
    homeDir: place.homeDir,
    cwd: place.cwd,
    trusted: loaded.workspaceTrusted,
    fileName,
    includeDirectories: loadFromIncludeDirectories === true ? workspaceDirs.slice(1) : [],
    importFormat: importFormat === 'flat' ? 'flat' : 'tree',
  });
}

async function placeOf({ place, workspaceDirs, clock, loaded }: ContextSideOptions) {
  const ignoreOptions = { ...DEFAULT_IGNORE_OPTIONS, ...loaded.settings.context.fileFiltering };
  return {
    date: new Date(clock.now()).toDateString(),
    os: place.platform,
    dirs: workspaceDirs,
    tree: await folderTree({ start: place.cwd, root: place.cwd, ignoreOptions }),
  };
}
