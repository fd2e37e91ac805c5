/** What a team has to look at before it may rely on its inventory: the reasons why `--check` fails. Pure. */
import { annotationRemarks } from './remarks.js';
import { FINDING_KINDS, type Finding, type Inventory, type InventoryServer, type InventoryTool } from './inventory.js';

/** Grouped by kind, in the order of FINDING_KINDS. */
export function findingsOf({ servers, tools, drift }: Pick<Inventory, 'servers' | 'tools' | 'drift'>): Finding[] {
  const all = [
    ...servers.flatMap(serverFindings),
    ...drift.map(({ server, tool, says }): Finding => ({ kind: 'drift', server, tool, says })),
    ...tools.flatMap(toolFindings),
  ];
  return FINDING_KINDS.flatMap((kind) => all.filter((finding) => finding.kind === kind));
}

function serverFindings({ server, status, problem, accepted_at }: InventoryServer): Finding[] {
  const finding = (kind: Finding['kind'], says: string): Finding => ({ kind, server, tool: null, says });
  if (status === 'left_out') return [];
  if (status !== 'listed') return [finding('not-listed', `its tools could not be listed. ${problem ?? ''}`.trim())];
  if (accepted_at !== null) return [];
  return [finding('not-accepted', 'its tools were never accepted. Review them, then: qwen mcp inventory accept')];
}

function toolFindings({ server, tool, owner, declared_class, team_class, annotations }: InventoryTool): Finding[] {
  const finding = (kind: Finding['kind'], says: string): Finding => ({ kind, server, tool, says });
  return [
    ...(owner === null ? [finding('missing-owner', 'nobody owns it.')] : []),
    ...(team_class === null && declared_class === 'unknown'
      ? [finding('missing-class', 'neither its server nor the team gives it a class.')]
      : []),
    ...annotationRemarks(annotations).map(({ kind, says }) => finding(kind, says)),
  ];
}
