/** The core MCP tool module: MCP calls that are never executed twice by accident (docs/design/mcp-safe-replay.md). */
export { createMcpTool, type McpToolEffects, type McpToolOptions } from './create-mcp-tool.js';
export { createMcpToolsFromCallable, type CallableHost } from './create-tools-from-callable.js';
export type { CallableConnection, RenewCallable } from './callable-source.js';
export type { CallableTool, FunctionCall, FunctionDeclaration, Part } from './callable-tool.js';
export { mcpToolName, nameMcpTools, type NameOptions, type ServerTool } from './name.js';
export { closedGates, isReadOnly, isReadOnlyCall, isReplaySafe, type Gate, type ReplayFacts } from './replay-gates.js';
export { MAX_REPLAYS } from './call-with-replay.js';
export { mcpToolFacts } from './tool-facts.js';
export { UNKNOWN_OUTCOME_TEXT } from './texts.js';
