/**
 * What a message of the user refers to, put after its words: files and folders of the workspace as `@path`, resources of
 * MCP servers as `@server:uri`. What is not there stays a word. What may not be read is named with the reason, so that
 * neither the model nor the user takes it for read.
 */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { MediaPart } from '../models/types.js';
import type { InsidePath, Workspace } from '../tools/files/workspace.js';
import type { IgnoreOptions } from '../tools/search/ignore-options.js';
import { isIgnored } from '../tools/search/is-ignored.js';
import type { ToolResult } from '../tools/types.js';
import { atRefs, type AtRef } from './at-refs.js';
import { folderTree } from './folder-tree.js';

export interface ReferencePorts {
  readonly workspace: Workspace;
  readonly homeDir: string;
  readonly ignoreOptions: IgnoreOptions;
  /** Why the permission rules refuse to read this absolute path, in a sentence; undefined: they don't. */
  refusedByRule(path: string): Promise<string | undefined>;
  /** What read_file says of an absolute path. */
  readFile(path: string, signal: AbortSignal): Promise<ToolResult>;
  /** Names of the MCP servers that are configured, whether they run or not. */
  servers(): readonly string[];
  /** The content between its own marks. Throws QwenError with one sentence. */
  readResource(server: string, uri: string, signal: AbortSignal): Promise<Content>;
  /** Unguessable: no file can end its own frame. */
  newMark(): string;
}

export interface Content {
  readonly text: string;
  readonly media?: readonly MediaPart[] | undefined;
}

/** All that one message brings along. */
const MAX_CHARS = 300_000;

/** Throws QwenError when a resource of a known server can't be read: the user asked for exactly that. */
export async function expandReferences(text: string, ports: ReferencePorts, signal: AbortSignal): Promise<Content> {
  const blocks: string[] = [];
  const media: MediaPart[] = [];
  const mark = ports.newMark();
  let left = MAX_CHARS;
  for (const ref of atRefs(text)) {
    const found = await contentOf(ref, ports, signal);
    if (found === undefined) continue;
    const isTooMuch = found.text.length > left;
    const shown = isTooMuch
      ? 'Not included: the referenced files are too long together. Read it with a tool.'
      : found.text;
    left -= shown.length;
    blocks.push(`--- Begin of @${ref.typed} [${mark}] ---\n${shown.trimEnd()}\n--- End of @${ref.typed} [${mark}] ---`);
    if (!isTooMuch) media.push(...(found.media ?? []));
  }
  if (blocks.length === 0) return { text };
  const whole = `${text}\n\nContent from referenced files:\n${blocks.join('\n')}`;
  return { text: whole, ...(media.length > 0 && { media }) };
}

async function contentOf(ref: AtRef, ports: ReferencePorts, signal: AbortSignal): Promise<Content | undefined> {
  const resource = resourceIn(ref, ports.servers());
  if (resource !== undefined) return ports.readResource(resource.server, resource.uri, signal);
  for (const path of ref.paths) {
    const found = await pathContent(path, ports, signal);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The longest server name that fits, because names may hold colons. */
function resourceIn({ paths }: AtRef, servers: readonly string[]): { server: string; uri: string } | undefined {
  const word = paths[0] ?? '';
  const server = servers
    .filter((name) => word.startsWith(`${name}:`) && word.length > name.length + 1)
    .sort((a, b) => b.length - a.length)[0];
  return server === undefined ? undefined : { server, uri: word.slice(server.length + 1) };
}

async function kindOf(path: string): Promise<'file' | 'directory' | 'none'> {
  try {
    return (await stat(path)).isDirectory() ? 'directory' : 'file';
  } catch {
    return 'none';
  }
}

/** A file or folder as a message's reference brings it; undefined when there is none. */
export async function pathContent(
  asked: string,
  ports: Omit<ReferencePorts, 'newMark'>,
  signal: AbortSignal,
): Promise<Content | undefined> {
  const { workspace, ignoreOptions, homeDir } = ports;
  const path = resolve(workspace.cwd, /^~(?=$|[/\\])/.test(asked) ? join(homeDir, asked.slice(1)) : asked);
  const kind = await kindOf(path);
  if (kind === 'none') return undefined;
  const checked = await workspace.check(path, 'read');
  if (checked.kind === 'refused') return { text: `Not read: ${checked.shown}` };
  if (await isIgnored(checked, kind === 'directory', ignoreOptions)) {
    return { text: `Not read: the project's ignore files (.gitignore, .qwenignore) leave out ${checked.path}.` };
  }
  const refused = await ports.refusedByRule(checked.path);
  if (refused !== undefined) return { text: `Not read: ${refused}` };
  return kind === 'directory' ? directoryContent(checked, ports) : ports.readFile(checked.path, signal);
}

async function directoryContent(
  { real, root, path }: InsidePath,
  { ignoreOptions }: Pick<ReferencePorts, 'ignoreOptions'>,
): Promise<Content> {
  const tree = await folderTree({ start: real, root, ignoreOptions });
  return { text: tree === '' ? `${path} is an empty folder.` : `The folder ${path}, in part:\n${tree}` };
}
