/** The kinds of sub-agents there are: what each is told, and which tools it gets. */
import { namesTool } from '../../scheduler/rule.js';
import { TOOL_SEARCH } from '../../tools/tool-search/deferral.js';
import type { Tool } from '../../tools/types.js';

export interface AgentType {
  readonly name: string;
  /** When to use it, for the model. */
  readonly description: string;
  /** Added to what every agent is told. */
  readonly instructions: string;
  /** Only these tools, named as in permission rules; undefined: all. */
  readonly tools: readonly string[] | undefined;
  /** Only tools that read. */
  readonly readsOnly: boolean;
  /** A model of its own; undefined: the one of the conversation. */
  readonly model: string | undefined;
  readonly source: 'built-in' | 'user' | 'project' | 'session';
}

export const GENERAL_PURPOSE = 'general-purpose';

export const BUILT_IN_TYPES: readonly AgentType[] = [
  {
    name: GENERAL_PURPOSE,
    description: 'Does a task of several steps on its own, with all tools.',
    instructions: 'Do the whole task with the tools you have.',
    tools: undefined,
    readsOnly: false,
    model: undefined,
    source: 'built-in',
  },
  {
    name: 'Explore',
    description: 'Finds things out in files and pages, with tools that only read.',
    instructions:
      'You only read: find what is asked for, look in several places when it is not where one would expect it, and name ' +
      'what you found as path:line. Do not try to change anything.',
    tools: undefined,
    readsOnly: true,
    model: undefined,
    source: 'built-in',
  },
];

const LOOK_UP = [TOOL_SEARCH, 'todo_write', 'skill'];

/** Whether a sub-agent of this type may have the tool at all. Each call is decided on like any other. */
export function hasTool({ tools, readsOnly }: AgentType, tool: Tool): boolean {
  if (tool.kind === 'question') return false;
  if (readsOnly) return tool.kind === 'read' || tool.kind === 'fetch' || LOOK_UP.includes(tool.name);
  return (
    tools === undefined || tool.name === TOOL_SEARCH || tools.some((rule) => rule === '*' || namesTool(rule, tool))
  );
}
