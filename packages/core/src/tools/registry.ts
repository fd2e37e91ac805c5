/**
 * The tools of a run as one list, and how a name finds its tool. Pure functions over plain arrays: nothing is kept here, so
 * whatever a repaired server offers is in the very next list.
 */
import { namesNear } from '../shared/names-near.js';
import type { Tool } from './types.js';

/**
 * One list of all sources, ordered by name so that a reconnect does not reorder what the model sees. When two tools
 * share a name the earlier source keeps it: a server never shadows a built-in.
 */
export function mergeTools(...sources: readonly (readonly Tool[])[]): readonly Tool[] {
  const byName = new Map<string, Tool>();
  for (const tool of sources.flat()) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Exact names only: a slightly wrong name must never run another tool. */
export function findTool(tools: readonly Tool[], name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}

/** Names near a wrong one, nearest first, to be suggested and never to be run. */
export const suggestNames = (tools: readonly Tool[], wrong: string): readonly string[] =>
  namesNear(
    tools.map(({ name }) => name),
    wrong,
  );
