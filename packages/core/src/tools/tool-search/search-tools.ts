/**
 * Which tools a query means. Pure. `select:A,B` names tools; other words are looked for in names, descriptions and
 * server names, and `+word` must stand in the name.
 */
import type { Tool } from '../types.js';

export interface ToolQuery {
  readonly query: string;
  readonly limit: number;
}

export interface FoundTools {
  readonly found: readonly Tool[];
  /** Names that were asked for and are not there. */
  readonly missing: readonly string[];
}

const SELECT = /^\s*select:/i;

export function searchTools(tools: readonly Tool[], { query, limit }: ToolQuery): FoundTools {
  if (SELECT.test(query)) return selected(tools, words(query.replace(SELECT, ''), /[,\s]+/), limit);
  const asked = words(query.toLowerCase(), /[\s,]+/);
  const required = asked.filter((word) => word.startsWith('+')).map((word) => word.slice(1));
  const wanted = asked.map((word) => word.replace(/^\+/, '')).filter((word) => word !== '');
  const found = tools
    .filter(({ name }) => required.every((word) => name.toLowerCase().includes(word)))
    .map((tool) => ({ tool, score: wanted.reduce((sum, word) => sum + scoreOf(tool, word), 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
  return { found: found.slice(0, limit), missing: [] };
}

function selected(tools: readonly Tool[], names: readonly string[], limit: number): FoundTools {
  const byName = new Map(tools.map((tool) => [tool.name.toLowerCase(), tool]));
  const asked = [...new Set(names)].map((name) => ({ name, tool: byName.get(name.toLowerCase()) }));
  return {
    found: [...new Set(asked.flatMap(({ tool }) => tool ?? []))].slice(0, limit),
    missing: asked.filter(({ tool }) => tool === undefined).map(({ name }) => name),
  };
}

/** A word of the name weighs more than a part of one, and that more than the description or the server. */
function scoreOf({ name, description, server }: Tool, word: string): number {
  const lower = name.toLowerCase();
  if (lower === word) return 20;
  if (lower.split(/[_\W]+/).includes(word)) return 6;
  if (lower.includes(word)) return 4;
  if (server?.name.toLowerCase().includes(word)) return 3;
  return description.toLowerCase().includes(word) ? 1 : 0;
}

const words = (text: string, separator: RegExp): string[] => text.split(separator).filter((word) => word !== '');
