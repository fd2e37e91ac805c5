/**
 * What people are told of a tool before it is called: its class, and which gates keep a lost call of it from being sent
 * again, asked of the gates as they are now. Decides nothing itself.
 */
import { joinClasses } from '../../mcp/inventory/replay-class.js';
import type { DiscoveredTool, ServerLink } from '../../mcp/types.js';
import type { McpToolFacts } from '../types.js';
import { declaredClass, GATE_OPENERS, GATE_REASONS } from './declared-class.js';
import { closedGates } from './replay-gates.js';

export function mcpToolFacts(
  server: Pick<ServerLink, 'trust' | 'team'>,
  { name, title, hints }: Pick<DiscoveredTool, 'name' | 'title' | 'hints'>,
): McpToolFacts {
  const team = server.team?.(name);
  const shut = closedGates({ trust: server.trust(), hints, team });
  return {
    tool: name,
    title,
    hints,
    replayClass: joinClasses(declaredClass(hints), team),
    shutGates: shut.map((gate) => ({ gate, why: GATE_REASONS[gate], opens: GATE_OPENERS[gate] })),
  };
}
