/**
 * A folder as a short tree: at most so many entries, the upper levels first, directories before files. What the ignore
 * files leave out is not in it, and no link is followed.
 */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { IgnoreOptions } from '../tools/search/ignore-options.js';
import { loadIgnoreRules, type IgnoreRules } from '../tools/search/ignore-rules.js';

const TREE_ITEMS = 20;

export interface TreeOptions {
  /** Real paths: the folder, and the workspace directory that it lies in. */
  readonly start: string;
  readonly root: string;
  readonly ignoreOptions: IgnoreOptions;
  readonly maxItems?: number;
}

interface Node {
  readonly entry: Dirent;
  readonly path: string;
  readonly children: Node[];
  readonly rules: IgnoreRules;
  hasMore: boolean;
}

/** One line an entry, deeper ones indented; `…` stands for what there is besides. Empty for an empty folder. */
export async function folderTree({ start, root, ignoreOptions, maxItems = TREE_ITEMS }: TreeOptions): Promise<string> {
  const rules = await loadIgnoreRules(start, root, ignoreOptions);
  const top: Node[] = [];
  let left = maxItems;
  let hasMore = false;
  const waiting: { path: string; rules: IgnoreRules; into: Node[]; over: () => void }[] = [
    { path: start, rules, into: top, over: () => (hasMore = true) },
  ];
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const { into, over } = folder;
    const found = await entriesOf(folder.path, folder.rules);
    if (found.length > left) over();
    for (const node of found.slice(0, left)) {
      into.push(node);
      if (node.entry.isDirectory()) {
        waiting.push({ ...node, into: node.children, over: () => (node.hasMore = true) });
      }
    }
    left -= Math.min(found.length, left);
  }
  return lines(top, hasMore, '').join('\n');
}

async function entriesOf(path: string, rules: IgnoreRules): Promise<Node[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((): Dirent[] => []);
  const inside = await rules.inside(
    path,
    entries.map(({ name }) => name),
  );
  return entries
    .map((entry) => ({ entry, path: join(path, entry.name), children: [], rules: inside, hasMore: false }))
    .filter((node) => !inside.ignores(node.path, node.entry.isDirectory()))
    .sort(byKindAndName);
}

const byKindAndName = (a: Node, b: Node): number =>
  Number(b.entry.isDirectory()) - Number(a.entry.isDirectory()) || (a.entry.name < b.entry.name ? -1 : 1);

function lines(nodes: readonly Node[], hasMore: boolean, indent: string): string[] {
  const own = nodes.flatMap(({ entry, children, hasMore: more }) => [
    `${indent}${entry.name}${entry.isDirectory() ? '/' : ''}`,
    ...lines(children, more, `${indent}  `),
  ]);
  return hasMore ? [...own, `${indent}…`] : own;
}
