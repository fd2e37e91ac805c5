/**
 * A server's answer as a tool result. An answer is definite, whatever it says: the tool's own error is shown in the
 * tool's own words, and the arguments of the call are never repeated. Large text is cut, media are kept whole.
 */
import type { Reply } from '../../mcp/loss/classify.js';
import type { ToolResult } from '../types.js';
import { renderContent } from './content.js';
import { limitOutput, type OutputLimit } from './limit-output.js';

export async function replyToResult(reply: Reply, output: OutputLimit): Promise<ToolResult> {
  if (reply.kind === 'error') {
    const own = typeof reply.message === 'string' ? reply.message.trim() : '';
    const text = own === '' ? `The MCP tool failed with error ${reply.code} and no message.` : own;
    return { status: 'error', text: await limitOutput(text, output) };
  }
  const { isError, text, media, structured } = readResult(reply.result);
  return {
    status: isError ? 'error' : 'ok',
    text: await limitOutput(text, output),
    ...(media.length === 0 ? {} : { media }),
    ...(structured === undefined ? {} : { structured }),
  };
}

function readResult(result: unknown) {
  const { content, structuredContent: structured, isError: flag, toolResult } = asObject(result);
  const isError = flag === true || flag === 'true';
  const { texts, media } = renderContent(Array.isArray(content) ? content : []);
  const shown = texts.join('\n');
  // `toolResult` is what protocol 2024-10-07 had in place of `content`.
  const other = structured ?? toolResult;
  const text = shown.trim() !== '' ? shown : other === undefined ? nothingToShow(content, isError) : asText(other);
  return { isError, text, media, structured };
}

function nothingToShow(content: unknown, isError: boolean): string {
  if (isError) return 'The MCP tool reported an error and said nothing about it.';
  return Array.isArray(content)
    ? 'The MCP tool completed and returned no output.'
    : 'The MCP tool completed, but its result has no content that can be read.';
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
