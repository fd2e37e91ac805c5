/**
 * The inventory for people: servers with their tools, what would open the shut gates, drift, and what to look at.
 * In a narrow terminal each tool is a few lines instead of a row. Pure.
 */
import type { Inventory, InventoryServer, InventoryTool } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { driftOf, yesNo } from './csv.js';
import { columns, cut, wrap } from './layout.js';
import { findingLine, openersIn, workspaceWords } from './words.js';

export interface TableOptions {
  /** Columns of the terminal; Infinity where nothing has to fit. */
  readonly width: number;
  /** Marks what became safer. */
  highlight(text: string): string;
}

const HEAD = ['TOOL', 'OWNER', 'CLASS', 'ELIGIBLE', 'GATES SHUT'];
const LONGEST_NAME = 48;
const NONE = '-';

export function inventoryTable(inventory: Inventory, options: TableOptions): string {
  const { servers, drift, findings } = inventory;
  const { width } = options;
  const parts: string[][] = [
    wrap(workspaceWords(inventory), width, '  '),
    ...(servers.length === 0 ? [['No MCP servers are configured.']] : []),
    ...servers.map((server) => serverPart(server, inventory, options)),
    titled(
      'What opens a gate:',
      openersIn(inventory).flatMap(({ gate, opens }) => wrap(`  ${gate}: ${opens}`, width, '    ')),
    ),
    titled(
      'Drift since the accepted inventory:',
      drift.flatMap(({ server, tool, says, safer }) =>
        wrap(`  ${server}/${tool} ${says}`, width, '    ').map((line) => (safer ? options.highlight(line) : line)),
      ),
    ),
    titled(
      'To look at:',
      findings.flatMap((finding) => wrap(`  ${findingLine(finding)}`, width, '    ')),
    ),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

const titled = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines]);

function serverPart(server: InventoryServer, inventory: Inventory, { width }: TableOptions): string[] {
  const tools = inventory.tools.filter((tool) => tool.server === server.server);
  const head = wrap(serverLine(server), width, '  ');
  if (tools.length === 0) return server.status === 'listed' ? [...head, '  It offers no tools.'] : head;
  const rows = tools.map(cellsOf);
  const table = columns([HEAD, ...rows], width - 2);
  const [first = '', ...lines] = table ?? [];
  return [
    ...head,
    ...(table === undefined ? [] : [`  ${first}`]),
    ...tools.flatMap((tool, index) => [
      ...(table === undefined ? stacked(tool, width) : [`  ${lines[index] ?? ''}`]),
      ...remarksOf(tool, inventory).flatMap((remark) => wrap(`    ! ${remark}`, width, '      ')),
      ...(tool.note === null ? [] : wrap(`    Note: ${printableText(tool.note)}`, width, '      ')),
    ]),
  ];
}

function serverLine({ server, transport, scope, trusted, accepted_at, status, problem }: InventoryServer): string {
  if (status !== 'listed') return `${server}: ${problem ?? status}`;
  const facts = [
    `${transport ?? 'unknown'}, ${scope ?? 'unknown'} settings`,
    trusted ? 'server trusted' : 'server not trusted',
    accepted_at === null ? 'never accepted' : `accepted ${printableText(accepted_at)}`,
  ];
  return `${server} (${facts.join('; ')})`;
}

const cellsOf = (tool: InventoryTool): string[] => [
  cut(tool.tool, LONGEST_NAME),
  cut(printableText(tool.owner ?? NONE), LONGEST_NAME),
  tool.class,
  yesNo(tool.eligible),
  tool.gates_shut.map(({ gate }) => gate).join(' '),
];

function stacked(tool: InventoryTool, width: number): string[] {
  const [, owner = NONE, klass = '', eligible = '', gates = ''] = cellsOf(tool);
  const shut = gates === '' ? '' : ` (shut: ${gates})`;
  return [
    ...wrap(`  ${tool.tool}`, width, '    '),
    ...wrap(`    ${klass}, owner ${owner}, eligible ${eligible}${shut}`, width, '      '),
  ];
}

function remarksOf(tool: InventoryTool, inventory: Inventory): string[] {
  const drift = driftOf(inventory, tool);
  return [...tool.remarks, ...(drift === '' ? [] : [`Since it was accepted: ${drift}.`])];
}
