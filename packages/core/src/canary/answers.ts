/** The answer of a canary to each method when nothing goes wrong. A committed effect is in the ledger before it returns. */
import type { Ledger } from './ledger.js';
import { toolsOf, type CanaryPlan, type CanaryTool } from './plan.js';
import { toolResult } from './results.js';
import { result, rpcError, type RpcMessage, type RpcRequest } from './rpc.js';

interface Answering {
  readonly plan: CanaryPlan;
  readonly ledger: Ledger;
  readonly generation: number;
}

const ANY_OBJECT = { type: 'object', properties: {} } as const;

export function answer(state: Answering, message: RpcRequest): RpcMessage {
  const params = message.params ?? {};
  switch (message.method) {
    case 'initialize':
      return result(message.id, {
        protocolVersion: typeof params['protocolVersion'] === 'string' ? params['protocolVersion'] : '2025-06-18',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: state.plan.name ?? 'canary', version: `0.0.${state.generation}` },
        instructions: state.plan.instructions,
      });
    case 'ping':
      return result(message.id, {});
    case 'tools/list':
      return result(message.id, page(state, params['cursor']));
    case 'tools/call':
      return call(state, message);
    default:
      return rpcError(message.id, -32601, 'Method not found');
  }
}

function page({ plan, generation }: Answering, cursor: unknown): Readonly<Record<string, unknown>> {
  const tools = toolsOf(plan, generation).map(describe);
  const from = cursor === undefined ? 0 : Number(cursor);
  const to = from + (plan.pageSize ?? tools.length);
  return { tools: tools.slice(from, to), nextCursor: to < tools.length ? String(to) : undefined };
}

/** A tool as it is listed: its effect and its result are the server's own business. */
function describe({ name, title, description, inputSchema, outputSchema, annotations }: CanaryTool): object {
  return { name, title, description, inputSchema: inputSchema ?? ANY_OBJECT, outputSchema, annotations };
}

function call({ plan, ledger, generation }: Answering, message: RpcRequest): RpcMessage {
  const { name, arguments: args } = message.params ?? {};
  const tool = toolsOf(plan, generation).find((candidate) => candidate.name === name);
  if (tool === undefined) return rpcError(message.id, -32602, `Unknown tool: ${String(name)}`);
  if (tool.effect !== 'none') {
    const nth = ledger.events().filter((event) => event.event === 'call' && event.tool === tool.name).length;
    ledger.append({ event: 'commit', generation, tool: tool.name, nth, args });
  }
  return result(message.id, toolResult(tool, ledger.events()));
}
