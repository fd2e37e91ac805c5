/**
 * A tool that can be called without this module's client: the shape that `mcpToTool` of `@google/genai` returns, spelled
 * out here so that nothing of that library is needed.
 */
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Reply } from '../../mcp/loss/classify.js';
import type { DiscoveredTool } from '../../mcp/types.js';
import { MAX_TIMER_MS } from './call-stop.js';

export interface CallableTool {
  tool(): Promise<{ functionDeclarations?: FunctionDeclaration[] }>;
  callTool(functionCalls: FunctionCall[]): Promise<Part[]>;
}

export interface FunctionDeclaration {
  name?: string;
  description?: string;
  parametersJsonSchema?: unknown;
}

export interface FunctionCall {
  name?: string;
  args?: Record<string, unknown>;
}

export interface Part {
  text?: string;
  functionResponse?: { name?: string; response?: Record<string, unknown> };
}

/** An epoch's own client as a callable: what a server with `progress: false` is called through. No progress token. */
export function callableOverClient(
  client: Client,
  tools: readonly DiscoveredTool[],
  signal: AbortSignal | undefined,
  meta?: Readonly<Record<string, unknown>>,
): CallableTool {
  const names = new Set(tools.map(({ name }) => name));
  return {
    tool: async () => ({
      functionDeclarations: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        parametersJsonSchema: inputSchema,
      })),
    }),
    callTool: async (functionCalls) => {
      const parts: Part[] = [];
      for (const { name, args = {} } of functionCalls) {
        if (name === undefined || !names.has(name)) continue;
        const params = { name, arguments: args, ...(meta !== undefined && { _meta: { ...meta } }) };
        const result = await client.request({ method: 'tools/call', params }, ResultSchema, {
          ...(signal === undefined ? {} : { signal }),
          timeout: MAX_TIMER_MS,
        });
        parts.push({ functionResponse: { name, response: result['isError'] === true ? { error: result } : result } });
      }
      return parts;
    },
  };
}

/** What a callable returned, as the reply that it was made from; undefined when it made no call. */
export function replyInParts(parts: unknown): Reply | undefined {
  const list = Array.isArray(parts) ? (parts as readonly Part[]) : [];
  const response = list.find((part) => part?.functionResponse !== undefined)?.functionResponse?.response;
  if (response !== undefined) return { kind: 'result', result: resultIn(response) };
  const texts = list.flatMap((part) => (typeof part?.text === 'string' ? [part.text] : []));
  return texts.length === 0 ? undefined : { kind: 'result', result: { content: texts.map(asText) } };
}

/** An MCP result as it stands or under `error`; else the `output` and `error` keys that function responses use. */
function resultIn(response: Readonly<Record<string, unknown>>): unknown {
  const { error, output, content } = response;
  if (content !== undefined) return response;
  if (error !== undefined) {
    return isObject(error) && 'content' in error
      ? { ...error, isError: true }
      : { content: [asText(error)], isError: true };
  }
  return output === undefined ? response : { content: [asText(output)] };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const asText = (value: unknown): { type: 'text'; text: string } => ({
  type: 'text',
  text: typeof value === 'string' ? value : JSON.stringify(value),
});
