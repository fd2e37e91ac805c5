/** How a server's tools differ from the accepted inventory, in words. Loaded only where there is an inventory file. */
import { driftOf } from '@qwen-code/qwen-code-core/mcp/inventory/drift.js';
import { driftLine } from '@qwen-code/qwen-code-core/mcp/inventory/drift-text.js';
import { readInventoryFile } from '@qwen-code/qwen-code-core/mcp/inventory/read-inventory-file.js';
import type { DiscoveredTool } from '@qwen-code/qwen-code-core/mcp/types.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { declaredClass } from '@qwen-code/qwen-code-core/tools/mcp-tool/declared-class.js';

export interface DescribedDrift {
  /** What is wrong with the file itself, a sentence each. */
  readonly fileProblems: readonly string[];
  /** Undefined: nothing differs, or nothing was accepted. */
  readonly drift: string | undefined;
}

export function describeDrift(file: string, server: string, tools: readonly DiscoveredTool[]): DescribedDrift {
  try {
    const team = readInventoryFile(file);
    const accepted = team.accepted(server);
    const drift = accepted === undefined ? [] : driftOf({ accepted, tools, classOf: declaredClass });
    return { fileProblems: team.warnings, drift: drift.length === 0 ? undefined : driftLine(server, drift) };
  } catch (error) {
    if (!(error instanceof QwenError)) throw error;
    return {
      fileProblems: [`${error.shown} Until then no MCP call is sent again after a lost answer.`],
      drift: undefined,
    };
  }
}
