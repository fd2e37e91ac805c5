/**
 * Finds out what a call means before rules are held against it: which programs, files and hosts its command line names, and
 * where its paths really lead. Looks at the disk and loads the shell parser; decides nothing.
 */
import { resolve } from 'node:path';
import { realPathOf } from '../tools/files/workspace.js';
import type { Tool, ToolArguments } from '../tools/types.js';
import type { RuleDirs } from './path-spec.js';
import { fileUses, type FileUse } from './shell/file-uses.js';
import { hostUses } from './shell/host-uses.js';
import { readShell } from './shell/read-shell.js';
import type { ShellUse } from './shell/shell-use.js';

export interface JudgedCall {
  readonly tool: Tool;
  readonly args: ToolArguments;
  readonly dirs: RuleDirs;
  /** The same with symbolic links resolved. */
  readonly realDirs: RuleDirs;
  /** The path argument of a file tool. */
  readonly path?: JudgedPath | undefined;
  /** Of a shell tool whose command is a text. */
  readonly shell?: JudgedShell | undefined;
}

export interface JudgedPath {
  /** Absolute. */
  readonly asked: string;
  /** Undefined when it could not be found out. */
  readonly real: string | undefined;
}

export interface JudgedShell extends ShellUse {
  readonly files: readonly (FileUse & { readonly real: string | undefined })[];
  /** Undefined stands for a URL that only the shell knows. */
  readonly urls: readonly (string | undefined)[];
}

export const SHELL_TOOLS: ReadonlySet<string> = new Set(['run_shell_command', 'monitor']);

/** Which argument of a file tool is the path that a spec is held against. */
export const PATH_ARGUMENT: Readonly<Record<string, string>> = {
  read_file: 'file_path',
  write_file: 'file_path',
  edit: 'file_path',
  zoom_image: 'file_path',
  notebook_edit: 'notebook_path',
  list_directory: 'path',
  glob: 'path',
  grep_search: 'path',
};

/** Never rejects. */
export async function judgeCall(tool: Tool, args: ToolArguments, dirs: RuleDirs): Promise<JudgedCall> {
  const isOwn = tool.server === undefined;
  const [project, home] = await Promise.all([reallyAt(dirs.project), reallyAt(dirs.home)]);
  const realDirs = { project: project ?? dirs.project, home: home ?? dirs.home };
  const call = { tool, args, dirs, realDirs };
  if (isOwn && SHELL_TOOLS.has(tool.name)) return { ...call, shell: await judgeShell(args, dirs) };
  const named = isOwn && Object.hasOwn(PATH_ARGUMENT, tool.name) ? PATH_ARGUMENT[tool.name] : undefined;
  return named === undefined ? call : { ...call, path: await judgePath(args[named] ?? dirs.project, dirs) };
}

async function judgePath(path: unknown, { project }: RuleDirs): Promise<JudgedPath | undefined> {
  if (typeof path !== 'string') return undefined;
  const asked = resolve(project, path);
  return { asked, real: await reallyAt(asked) };
}

/** How many different paths of one command line are looked up on disk. */
const MAX_LOOKUPS = 200;

async function judgeShell({ command, directory }: ToolArguments, dirs: RuleDirs): Promise<JudgedShell | undefined> {
  if (typeof command !== 'string') return undefined;
  const use = await readShell(command);
  const dir = typeof directory === 'string' ? resolve(dirs.project, directory) : dirs.project;
  const files = fileUses(use, { dir, home: dirs.home });
  const paths = [...new Set(files.flatMap(({ path }) => (path === undefined ? [] : [path])))];
  const real = new Map<string, string | undefined>();
  for (const path of paths.slice(0, MAX_LOOKUPS)) real.set(path, await reallyAt(path));
  return {
    ...use,
    unclear: use.unclear || paths.length > MAX_LOOKUPS,
    files: files.map((file) => ({ ...file, real: file.path === undefined ? undefined : real.get(file.path) })),
    urls: hostUses(use),
  };
}

const reallyAt = (path: string): Promise<string | undefined> => realPathOf(path).catch(() => undefined);
