/** What changed between two listings of one server. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { DiscoveredTool } from '../types.js';

export interface ToolDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Same name, other description, schema or hints. */
  readonly changed: readonly string[];
}

export function diffTools(before: readonly DiscoveredTool[], after: readonly DiscoveredTool[]): ToolDiff {
  const old = new Map(before.map((tool) => [tool.name, tool]));
  const fresh = new Map(after.map((tool) => [tool.name, tool]));
  const namesWhere = (tools: ReadonlyMap<string, DiscoveredTool>, test: (tool: DiscoveredTool) => boolean): string[] =>
    [...tools.values()].filter(test).map(({ name }) => name);
  return {
    added: namesWhere(fresh, ({ name }) => !old.has(name)),
    removed: namesWhere(old, ({ name }) => !fresh.has(name)),
    changed: namesWhere(fresh, (tool) => old.has(tool.name) && !isDeepStrictEqual(old.get(tool.name), tool)),
  };
}

export const isSameList = ({ added, removed, changed }: ToolDiff): boolean =>
  added.length + removed.length + changed.length === 0;
