/** Sentences that several formats of the inventory share. Pure. */
import type { Finding, Inventory, ShutGate } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';

export function workspaceWords(inventory: Inventory): string {
  const { workspace, workspace_trusted, workspace_trust_explicit, workspace_trust_justification } = inventory;
  const trust = workspace_trusted ? 'trusted' : 'not trusted';
  const why = workspace_trust_explicit ? 'by a rule' : 'no rule covers it';
  const because = workspace_trust_justification === null ? '' : `: ${workspace_trust_justification}`;
  return printableText(`Workspace ${workspace} is ${trust} (${why})${because}.`.replace(/\.\.$/, '.'));
}

/** Every gate that is shut for some tool, once. */
export function openersIn({ tools }: Inventory): readonly ShutGate[] {
  const openers = new Map(tools.flatMap(({ gates_shut }) => gates_shut.map(({ gate, opens }) => [gate, opens])));
  return [...openers].map(([gate, opens]) => ({ gate, opens }));
}

export function findingLine({ kind, server, tool, says }: Finding): string {
  return printableText(`${kind}: ${tool === null ? server : `${server}/${tool}`}: ${says}`);
}

/** Such as `2 missing-owner, 1 drift`. */
export function findingCounts(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}
