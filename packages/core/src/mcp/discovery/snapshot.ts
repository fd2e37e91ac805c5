/**
 * Raw `tools/list` entries become the tools of one epoch. Pure, and tolerant: an entry that can't be used is left out
 * and reported, never the whole server. What the server sent is not altered.
 * Annotations are read by the one parser in hints.
 */
import { offersTool, type ServerConfig } from '../server-config.js';
import type { DiscoveredTool } from '../types.js';
import { parseHints } from './hints.js';

export interface ToolSnapshot {
  readonly tools: readonly DiscoveredTool[];
  /** Why each entry that was left out was left out, for the debug log. */
  readonly skipped: readonly string[];
}

export function snapshotTools(
  entries: readonly unknown[],
  config: Pick<ServerConfig, 'includeTools' | 'excludeTools'>,
): ToolSnapshot {
  const tools = new Map<string, DiscoveredTool>();
  const skipped: string[] = [];
  entries.forEach((entry, index) => {
    const tool = parseTool(entry);
    if (typeof tool === 'string') skipped.push(`entry ${index}: ${tool}`);
    else if (tools.has(tool.name)) skipped.push(`entry ${index}: a second tool of the same name`);
    else if (offersTool(config, tool.name)) tools.set(tool.name, tool);
  });
  return { tools: [...tools.values()], skipped };
}

function parseTool(entry: unknown): DiscoveredTool | string {
  if (!isObject(entry)) return 'not an object';
  const { name, title, description, annotations, inputSchema = { type: 'object' } } = entry;
  if (typeof name !== 'string' || name === '') return 'no name';
  if (!isObject(inputSchema)) return 'inputSchema is not an object';
  const titles = [title, isObject(annotations) ? annotations['title'] : undefined];
  return {
    name,
    title: titles.find((each) => typeof each === 'string'),
    description: typeof description === 'string' ? description : '',
    inputSchema,
    hints: parseHints(annotations),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
