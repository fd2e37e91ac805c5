/** What going back can't undo: the calls that did something outside the files that are kept. Pure. */
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import { oneLine } from '../render/one-line.js';

export interface LastingEffects {
  /** `tool (server)`, each once, in the order of their first call. */
  readonly mcp: readonly string[];
  /** The commands, each once. */
  readonly commands: readonly string[];
  /** Of the calls to MCP servers. */
  readonly unknown: number;
}

export function lastingEffects(undone: History): LastingEffects {
  const calls = undone.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  const mcp = calls.flatMap(({ name }) => {
    const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
    return server === undefined || tool === undefined ? [] : [`${tool} (${server})`];
  });
  const commands = calls.flatMap(({ name, argumentsJson }) =>
    name === 'run_shell_command' || name === 'monitor' ? [commandIn(argumentsJson)] : [],
  );
  const unknown = undone.filter((message) => message.role === 'tool' && message.unknown !== undefined).length;
  return { mcp: [...new Set(mcp)], commands: [...new Set(commands)], unknown };
}

function commandIn(json: string): string {
  try {
    const { command } = JSON.parse(json) as { readonly command?: unknown };
    return typeof command === 'string' ? oneLine(command) : '?';
  } catch {
    return '?';
  }
}

const MOST_SHOWN = 5;

/** One sentence each. */
export function effectSentences({ mcp, commands, unknown }: LastingEffects): string[] {
  return [
    ...(mcp.length === 0 ? [] : [`Calls to MCP servers stay done: ${some(mcp)}.`]),
    ...(commands.length === 0 ? [] : [`What commands did stays done: ${some(commands)}.`]),
    ...(unknown === 0
      ? []
      : [`${unknown} ${unknown === 1 ? 'call has' : 'calls have'} an unknown outcome; the model is told of it again.`]),
  ];
}

export const some = (all: readonly string[]): string =>
  all.length <= MOST_SHOWN
    ? all.join(', ')
    : `${all.slice(0, MOST_SHOWN).join(', ')} and ${all.length - MOST_SHOWN} more`;
