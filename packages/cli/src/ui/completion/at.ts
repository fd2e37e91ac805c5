/** After `@`: files and folders of the workspace, and resources of the MCP servers. */
import { setImmediate } from 'node:timers/promises';
import type { OfferedResource } from '@qwen-code/qwen-code-core/mcp/manager.js';
import { safeText } from '../render/safe-text.js';
import { atQuery, type AtQuery } from './at-query.js';
import { escapePath } from './escape-path.js';
import { folderOf, type PathIndex } from './path-index.js';
import { rankPath, type RankedPath } from './rank-path.js';
import type { Completion, CompletionSource } from './source.js';

export interface AtPorts {
  readonly index: PathIndex;
  /** context.fileFiltering.enableFuzzySearch. */
  readonly fuzzy: boolean;
  /** context.fileFiltering.enableRecursiveFileSearch: below the folder that is named as well. */
  readonly recursive: boolean;
  resources(): readonly OfferedResource[];
  /** Whether the permission rules keep a file from being read. */
  isKeptBack(path: string): boolean;
}

const MOST = 50;
/** More than are shown: the permission rules may keep some back. */
const MOST_RANKED = 500;
/** Between two of these other things get their turn. */
const PIECE = 2_000;

export function atSource(ports: AtPorts): CompletionSource {
  return {
    name: 'references',
    query: atQuery,
    find: async (query, signal) => {
      const { word, quoted = false } = query as AtQuery;
      const resources = matchingResources(ports.resources(), word, quoted);
      const paths = await matchingPaths(word, ports, signal);
      const files = paths.map((path): Completion => ({ insert: insertOf(path, quoted), label: path, keepsEnd: true }));
      // A server that is named in full is meant.
      return (/^[^/\s]+:/.test(word) ? [...resources, ...files] : [...files, ...resources]).slice(0, MOST);
    },
  };
}

/** A folder goes on being completed; a file is done. */
function insertOf(path: string, quoted: boolean): string {
  const isFolder = path.endsWith('/');
  if (quoted && !path.includes('"')) return isFolder ? `@"${path}` : `@"${path}" `;
  return isFolder ? `@${escapePath(path)}` : `@${escapePath(path)} `;
}

async function matchingPaths(word: string, ports: AtPorts, signal: AbortSignal): Promise<readonly string[]> {
  const { index, fuzzy, recursive, isKeptBack } = ports;
  const lower = word.toLowerCase();
  // With nothing typed yet it is the folder one is in that is of interest.
  const isFlat = !recursive || word === '' || word.endsWith('/');
  const all = recursive ? index.all() : undefined;
  const paths = await (isFlat || all === undefined ? index.inFolder(folderOf(word)) : all);
  const order = isFlat ? byKindAndName : byRank;
  let best: readonly Found[] = [];
  for (let from = 0; from < paths.length; from += PIECE) {
    if (from > 0) await setImmediate();
    if (signal.aborted) return [];
    const piece = paths.slice(from, from + PIECE).flatMap((path): Found[] => {
      const rank = rankPath(path, lower, fuzzy);
      return rank === undefined ? [] : [{ path, rank }];
    });
    best = [...best, ...piece].sort(order).slice(0, MOST_RANKED);
  }
  return best
    .map(({ path }) => path.path)
    .filter((path) => !isKeptBack(path))
    .slice(0, MOST);
}

type Found = { readonly path: RankedPath; readonly rank: number };

const byName = (a: Found, b: Found): number => (a.path.path < b.path.path ? -1 : 1);
const byRank = (a: Found, b: Found): number => a.rank - b.rank || byName(a, b);
const byKindAndName = (a: Found, b: Found): number =>
  Number(b.path.path.endsWith('/')) - Number(a.path.path.endsWith('/')) || byName(a, b);

function matchingResources(
  resources: readonly OfferedResource[],
  word: string,
  quoted: boolean,
): readonly Completion[] {
  if (word === '') return [];
  const lower = word.toLowerCase();
  return resources
    .filter(({ server, uri, name, title = '' }) => `${server}:${uri} ${name} ${title}`.toLowerCase().includes(lower))
    .map(({ server, uri, name, title }) => ({
      insert: insertOf(`${server}:${uri}`, quoted).trimEnd() + ' ',
      label: safeText(`${server}:${uri}`),
      detail: safeText(title ?? name),
    }));
}
