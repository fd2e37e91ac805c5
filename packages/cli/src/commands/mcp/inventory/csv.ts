/**
 * The inventory as CSV (RFC 4180): a row for each tool, then what was removed and which servers could not be listed.
 * A cell that a spreadsheet would take for a formula starts with an apostrophe. Pure.
 */
import type { Inventory, InventoryTool } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';

const COLUMNS = [
  'server',
  'tool',
  'owner',
  'class',
  'declared_class',
  'team_class',
  'server_trusted',
  'workspace_trusted',
  'eligible',
  'gates_shut',
  'opens',
  'drift',
  'remarks',
  'annotations',
  'note',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

export function inventoryCsv(inventory: Inventory): string {
  const { tools, drift, servers } = inventory;
  const rows: Row[] = [
    ...tools.map((tool) => toolRow(tool, driftOf(inventory, tool))),
    ...drift
      .filter(({ kind }) => kind === 'removed')
      .map(({ server, tool, says }): Row => ({ server, tool, drift: says })),
    ...servers
      .filter(({ status }) => status !== 'listed')
      .map(({ server, problem }): Row => ({ server, remarks: problem ?? '' })),
  ];
  const lines = [COLUMNS.map(csvCell), ...rows.map((row) => COLUMNS.map((column) => csvCell(row[column] ?? '')))];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

function toolRow(tool: InventoryTool, drift: string): Row {
  return {
    server: tool.server,
    tool: tool.tool,
    owner: tool.owner ?? '',
    class: tool.class,
    declared_class: tool.declared_class,
    team_class: tool.team_class ?? '',
    server_trusted: yesNo(tool.server_trusted),
    workspace_trusted: yesNo(tool.workspace_trusted),
    eligible: yesNo(tool.eligible),
    gates_shut: tool.gates_shut.map(({ gate }) => gate).join(' '),
    opens: tool.gates_shut.map(({ opens }) => opens).join(' '),
    drift,
    remarks: tool.remarks.join(' '),
    annotations: tool.annotations === null ? '' : JSON.stringify(tool.annotations),
    note: tool.note ?? '',
  };
}

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** How a tool that is there differs from what was accepted; empty when it does not. */
export function driftOf({ drift }: Inventory, { server, tool }: InventoryTool): string {
  return drift.find((each) => each.server === server && each.tool === tool && each.kind !== 'removed')?.says ?? '';
}

/** What spreadsheets start a formula with, full-width spellings included, also after blanks. */
const FORMULA = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
