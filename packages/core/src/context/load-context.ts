/**
 * The instructions that the user and the project keep in files, read once for a conversation. A file that is named twice,
 * also by a link, is read once; what is over the limit is left out and told. Writes nothing, and runs nothing.
 */
import { join, relative } from 'node:path';
import type { Message } from '../models/types.js';
import { repositoryRoot } from '../shared/repository-root.js';
import { framed } from './blocks.js';
import { expandImports, MAX_IMPORTED_FILES, type ImportFormat } from './expand-imports.js';
import { DEFAULT_CONTEXT_NAMES, planSources, userBoundary, type ContextSource } from './plan-sources.js';
import { readInside } from './read-inside.js';
import { loadRules, type ContextRule, type RuleFolder } from './rules.js';
import { touchedPaths } from './touched-paths.js';

export interface ContextOptions {
  readonly userDir: string;
  readonly homeDir: string;
  readonly cwd: string;
  readonly trusted: boolean;
  /** `context.fileName`. */
  readonly fileName?: string | readonly string[] | undefined;
  /** Directories whose own files are read too, absolute. */
  readonly includeDirectories?: readonly string[] | undefined;
  readonly importFormat?: ImportFormat | undefined;
}

export interface ContextBlock {
  /** Absolute. */
  readonly path: string;
  /** As the model reads it: its own text with its imports, between lines that name it. */
  readonly block: string;
}

export interface LoadedContext {
  /** The context files that were found, in the order they are told. */
  readonly files: readonly ContextBlock[];
  readonly rules: readonly ContextRule[];
  /** One sentence each. */
  readonly warnings: readonly string[];
  /** What the system prompt holds of it; `messages` bring in the rules of the files they touched, and those stay. */
  text(messages: readonly Message[]): string;
}

/** All context files together. */
const MAX_CHARS = 240_000;

export async function loadContext(options: ContextOptions): Promise<LoadedContext> {
  const gitRoot = await repositoryRoot(options.cwd);
  const name = (path: string): string => relative(options.cwd, path) || path;
  const [files, rules] = await Promise.all([readFiles(options, gitRoot, name), readRules(options, gitRoot)]);
  const kept = withinLimit(files);
  const conditional = rules.filter(({ isAbout }) => isAbout !== undefined);
  const holding = new Set(rules.filter(({ isAbout }) => isAbout === undefined));
  return {
    files: kept,
    rules,
    warnings: files.slice(kept.length).map(({ path }) => tooMuch(name(path))),
    text: (messages) => {
      if (conditional.length > 0) {
        const touched = touchedPaths(messages, gitRoot ?? options.cwd);
        for (const rule of conditional) if (touched.some((path) => rule.isAbout?.(path))) holding.add(rule);
      }
      const told = rules.filter((rule) => holding.has(rule)).map((rule) => framed(name(rule.path), rule.text));
      return [...kept.map(({ block }) => block), ...told].join('\n\n');
    },
  };
}

async function readFiles(
  options: ContextOptions,
  gitRoot: string | undefined,
  name: (path: string) => string,
): Promise<readonly ContextBlock[]> {
  const { fileName, includeDirectories = [], importFormat: format = 'tree', homeDir } = options;
  const names = fileName === undefined ? DEFAULT_CONTEXT_NAMES : [fileName].flat();
  const budget = { files: MAX_IMPORTED_FILES };
  const seen = new Set<string>();
  const blocks: ContextBlock[] = [];
  for (const source of planSources({ ...options, names, gitRoot, includeDirectories })) {
    const block = await readSource(source, seen, { homeDir, format, budget, name });
    if (block !== undefined) blocks.push({ path: source.path, block });
  }
  return blocks;
}

async function readSource(
  { path, boundary }: ContextSource,
  seen: Set<string>,
  imports: Omit<Parameters<typeof expandImports>[1], 'boundary'>,
): Promise<string | undefined> {
  const file = await readInside(path, boundary);
  if (file === undefined || file.text.trim() === '' || seen.has(file.real)) return undefined;
  seen.add(file.real);
  return framed(imports.name(path), await expandImports(file, { ...imports, boundary }));
}

async function readRules(options: ContextOptions, gitRoot: string | undefined): Promise<readonly ContextRule[]> {
  const { userDir, cwd, trusted } = options;
  const root = gitRoot ?? cwd;
  const folders: RuleFolder[] = [{ path: join(userDir, 'rules'), boundary: userBoundary(options) }];
  if (trusted) folders.push({ path: join(root, '.qwen', 'rules'), boundary: root });
  const found = await Promise.all(folders.map(loadRules));
  // The same folder twice when the home directory is the project.
  return [...new Map(found.flat().map((rule) => [rule.path, rule])).values()];
}

function withinLimit(blocks: readonly ContextBlock[]): readonly ContextBlock[] {
  let chars = 0;
  const over = blocks.findIndex(({ block }) => (chars += block.length) > MAX_CHARS);
  return over === -1 ? blocks : blocks.slice(0, over);
}

const tooMuch = (name: string): string =>
  `${name} is left out: the context files together are longer than ${MAX_CHARS} characters.`;
