/** tool_search: gives the model the declarations of tools that it was only told the names of. */
import { integerArgument, textArgument } from '../arguments.js';
import { errorResult, okResult } from '../results.js';
import type { Tool, ToolResult } from '../types.js';
import { TOOL_SEARCH, type Deferral } from './deferral.js';
import { searchTools, type FoundTools } from './search-tools.js';

export interface ToolSearchOptions {
  readonly deferral: Pick<Deferral, 'reveal'>;
  /** Every tool that the model may be told of, declared or not. */
  tools(): readonly Tool[];
}

const DEFAULT_RESULTS = 5;
const MOST_RESULTS = 20;

export function createToolSearchTool({ deferral, tools }: ToolSearchOptions): Tool {
  return {
    name: TOOL_SEARCH,
    displayName: 'ToolSearch',
    description:
      'Finds tools that are available but not declared yet (reminders list their names) and gives their parameters. ' +
      'What it finds can be called from then on.',
    parameters: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description:
            '"select:NAME,NAME" for tools by their exact names; else words to look for, where +word must stand in the name.',
        },
        max_results: {
          type: 'integer',
          minimum: 1,
          maximum: MOST_RESULTS,
          description: `Default ${DEFAULT_RESULTS}.`,
        },
      },
      required: ['query'],
    },
    kind: 'internal',
    parallel: true,
    execute: (args) => {
      const query = textArgument(args, 'query') ?? '';
      if (query.trim() === '') return Promise.resolve(errorResult('The query is empty: name a tool or give words.'));
      const limit = integerArgument(args, 'max_results', 1) ?? DEFAULT_RESULTS;
      const all = tools().filter(({ name }) => name !== TOOL_SEARCH);
      const result = searchTools(all, { query, limit });
      deferral.reveal(result.found.map(({ name }) => name));
      return Promise.resolve(foundResult(result));
    },
  };
}

function foundResult({ found, missing }: FoundTools): ToolResult {
  const notes = missing.length === 0 ? [] : [`Not found: ${missing.join(', ')}`];
  if (found.length === 0) return okResult([...notes, 'No tool matches. Try other words.'].join('\n'));
  const functions = found.map(
    ({ name, description, parameters }) =>
      `<function>${JSON.stringify({ name, description, parametersJsonSchema: parameters })}</function>`,
  );
  return okResult(['<functions>', ...functions, '</functions>', ...notes].join('\n'));
}

/** The names in a result of tool_search, for a conversation that is taken up again. */
export function namesInResult(text: string): readonly string[] {
  return [...text.matchAll(/^<function>(\{.*\})<\/function>$/gm)].flatMap(([, json = '']) => {
    try {
      const { name } = JSON.parse(json) as { name?: unknown };
      return typeof name === 'string' ? [name] : [];
    } catch {
      return [];
    }
  });
}
