/**
 * What the next request is made of and about how many tokens each part takes. Estimates, all of them: only the API counts,
 * and it counts the whole. Pure.
 */
import { estimateText, estimateTokens } from '@qwen-code/qwen-code-core/agent/compaction/estimate-tokens.js';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';

export interface Share {
  /** A tool's name, or the absolute path of a file. */
  readonly name: string;
  readonly tokens: number;
}

export interface ContextShares {
  /** Without the files of instructions. */
  readonly systemPrompt: number;
  /** All instructions that files brought, rules and the language too. */
  readonly memory: number;
  /** What stands before the first message of the user, but for the skills. */
  readonly startup: number;
  readonly skills: number;
  readonly messages: number;
  readonly builtinTools: readonly Share[];
  readonly mcpTools: readonly Share[];
  readonly memoryFiles: readonly Share[];
}

export interface RequestParts {
  readonly systemPrompt: string;
  readonly instructions: string;
  readonly files: readonly { readonly path: string; readonly block: string }[];
  readonly reminder: string;
  /** The part of the reminder that lists them. */
  readonly skills: string;
  /** Those that are declared. */
  readonly tools: readonly Tool[];
  readonly history: History;
}

export function contextShares(parts: RequestParts): ContextShares {
  const [memory, skills] = [estimateText(parts.instructions), estimateText(parts.skills)];
  const isOfServer = ({ server }: Tool): boolean => server !== undefined;
  return {
    systemPrompt: Math.max(estimateText(parts.systemPrompt) - memory, 0),
    memory,
    startup: Math.max(estimateText(parts.reminder) - skills, 0),
    skills,
    messages: estimateTokens(parts.history),
    builtinTools: parts.tools.filter((tool) => !isOfServer(tool)).map(toolShare),
    mcpTools: parts.tools.filter(isOfServer).map(toolShare),
    memoryFiles: parts.files.map(({ path, block }) => ({ name: path, tokens: estimateText(block) })),
  };
}

const toolShare = ({ name, description, parameters }: Tool): Share => ({
  name,
  tokens: estimateText(JSON.stringify({ name, description, parameters })),
});

export const sumOf = (shares: readonly Share[]): number => shares.reduce((sum, { tokens }) => sum + tokens, 0);

export const sumOfAll = (all: ContextShares): number =>
  all.systemPrompt +
  all.memory +
  all.startup +
  all.skills +
  all.messages +
  sumOf(all.builtinTools) +
  sumOf(all.mcpTools);
