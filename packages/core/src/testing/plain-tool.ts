/** A tool for tests that care about everything but the work: it answers "ok" unless told otherwise. */
import type { Tool } from '../tools/types.js';

export function plainTool(parts: Partial<Tool> & { readonly name: string }): Tool {
  return {
    displayName: parts.name,
    description: `Does ${parts.name}.`,
    parameters: { type: 'object', properties: {} },
    kind: 'read',
    parallel: false,
    execute: () => Promise.resolve({ status: 'ok', text: 'ok' }),
    ...parts,
  };
}

/** A tool of an MCP server, trusted or not. */
export function plainMcpTool(server: string, name: string, parts: Partial<Tool> & { trusted?: boolean } = {}): Tool {
  const { trusted = false, ...rest } = parts;
  return plainTool({ name, kind: 'mcp', server: { name: server, trusted: () => trusted }, ...rest });
}
