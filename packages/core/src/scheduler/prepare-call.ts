/**
 * From what the model wrote to a call that can run, or to the answer that tells the model what is wrong with it.
 * Never runs a tool, and never another tool than the one that was named. The answers repeat no argument value.
 */
import type { ToolCallRequest } from '../models/types.js';
import type { SchemaChecker } from '../shared/json-schema-check.js';
import { findTool, suggestNames } from '../tools/registry.js';
import type { Tool, ToolArguments } from '../tools/types.js';
import { coerceArguments } from './coerce-arguments.js';
import { describeArguments } from './describe-arguments.js';

export type PreparedCall =
  | { readonly kind: 'ready'; readonly tool: Tool; readonly args: ToolArguments }
  /** `text` is what the model reads. */
  | { readonly kind: 'refused'; readonly args: ToolArguments | undefined; readonly text: string };

export interface PrepareOptions {
  readonly tools: readonly Tool[];
  readonly checker: SchemaChecker;
  /** True when the model's answer was cut at its length limit. */
  readonly cutShort: boolean;
  /** What to say of a tool that is not there, when the host knows more (its server is down). */
  readonly explainMissing?: ((name: string) => string | undefined) | undefined;
}

export async function prepareCall(call: ToolCallRequest, options: PrepareOptions): Promise<PreparedCall> {
  const tool = findTool(options.tools, call.name);
  const parsed = parseArguments(call.argumentsJson);
  if (tool === undefined) {
    return { kind: 'refused', args: parsed.args, text: missingTool(call.name, options) };
  }
  if (parsed.args === undefined) {
    const cut = options.cutShort ? ' Your answer reached its length limit; make the call smaller.' : '';
    return { kind: 'refused', args: undefined, text: `${refusal(tool)}: ${parsed.problem}.${cut} ${expected(tool)}` };
  }
  const text = await argumentProblems(tool, parsed.args, options.checker);
  if (text === undefined) return { kind: 'ready', tool, args: parsed.args };
  const mended = tool.kind === 'mcp' ? undefined : coerceArguments(tool.parameters, parsed.args);
  if (mended !== undefined && (await argumentProblems(tool, mended, options.checker)) === undefined) {
    return { kind: 'ready', tool, args: mended };
  }
  return { kind: 'refused', args: parsed.args, text };
}

/** What the model reads when the arguments break the tool's schema; undefined when they fit. */
export async function argumentProblems(
  tool: Tool,
  args: ToolArguments,
  checker: SchemaChecker,
): Promise<string | undefined> {
  const problems = await checker.check(tool.parameters, args);
  return problems.length === 0 ? undefined : `${refusal(tool)}: ${problems.join('; ')}. ${expected(tool)}`;
}

const refusal = (tool: Tool): string => `${tool.name} was not run, its arguments are wrong`;
const expected = (tool: Tool): string => `Expected: ${describeArguments(tool.parameters)}`;

type Parsed = { readonly args: ToolArguments } | { readonly args: undefined; readonly problem: string };

function parseArguments(json: string): Parsed {
  if (json.trim() === '') return { args: {} };
  try {
    const value: unknown = JSON.parse(json);
    if (value === null) return { args: {} };
    if (typeof value === 'object' && !Array.isArray(value)) return { args: value as ToolArguments };
    return {
      args: undefined,
      problem: `they are ${Array.isArray(value) ? 'an array' : `a ${typeof value}`}, not a JSON object`,
    };
  } catch (error) {
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    const where =
      at === undefined || Number(at) >= json.length
        ? 'it ends too early'
        : `at character ${Number(at) + 1} of ${json.length}`;
    return { args: undefined, problem: `they are not valid JSON (${where})` };
  }
}

function missingTool(name: string, { tools, explainMissing }: PrepareOptions): string {
  const explained = explainMissing?.(name);
  if (explained !== undefined) return explained;
  const near = suggestNames(tools, name);
  const hint = near.length === 0 ? 'Use one of the tools you were given.' : `Did you mean ${near.join(' or ')}?`;
  return `There is no tool named "${name.slice(0, 100)}"; nothing was run. ${hint}`;
}
