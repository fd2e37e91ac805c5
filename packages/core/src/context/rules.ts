/**
 * Rules: Markdown files below `.qwen/rules` of the user and of the project. One whose head names `paths` holds only once
 * the conversation has touched a file that matches.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readFrontMatter } from '../shared/front-matter.js';
import { readInside } from './read-inside.js';

export interface RuleFolder {
  /** Its `.qwen/rules` or `rules` folder. */
  readonly path: string;
  readonly boundary: string;
}

export interface ContextRule {
  readonly path: string;
  readonly text: string;
  /** Whether it is about a path, relative to the root of the project, with forward slashes; undefined: it always holds. */
  readonly isAbout: ((path: string) => boolean) | undefined;
}

/** In the order of their paths; a folder that can't be read has none. */
export async function loadRules({ path, boundary }: RuleFolder): Promise<readonly ContextRule[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.name.endsWith('.md') && !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const rules = await Promise.all(files.map((file) => loadRule(file, boundary)));
  return rules.filter((rule) => rule !== undefined);
}

async function loadRule(path: string, boundary: string): Promise<ContextRule | undefined> {
  const file = await readInside(path, boundary);
  if (file === undefined) return undefined;
  const { data, body } = await readFrontMatter(file.text);
  return body.trim() === '' ? undefined : { path, text: body, isAbout: await matcherOf(globsIn(data['paths'])) };
}

/** One glob, or a list of them; anything else is no condition. */
function globsIn(value: unknown): readonly string[] | undefined {
  const globs = (Array.isArray(value) ? value : [value]).filter((glob) => typeof glob === 'string' && glob !== '');
  return globs.length === 0 ? undefined : (globs as string[]);
}

async function matcherOf(globs: readonly string[] | undefined): Promise<ContextRule['isAbout']> {
  if (globs === undefined) return undefined;
  const { default: picomatch } = await import('picomatch');
  return picomatch([...globs], { dot: true });
}
