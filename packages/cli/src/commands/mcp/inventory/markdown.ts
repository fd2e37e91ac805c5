/** The inventory as a Markdown page. What servers and people wrote is shown as it is, never as markup. Pure. */
import type { Inventory } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { driftOf, yesNo } from './csv.js';
import { openersIn, workspaceWords } from './words.js';

export function inventoryMarkdown(inventory: Inventory): string {
  const { servers, tools, drift, findings } = inventory;
  const sections = [
    `# MCP inventory\n\nTaken ${plain(inventory.at)} by qwen ${plain(inventory.qwen_version)}. ${plain(workspaceWords(inventory))}\n`,
    section(
      'Servers',
      ['Server', 'Transport', 'Declared in', 'Trusted', 'Justification', 'Accepted', 'State'],
      servers.map(({ server, transport, scope, trusted, trust_justification, accepted_at, status, problem }) => [
        server,
        transport ?? '',
        scope ?? '',
        yesNo(trusted),
        trust_justification ?? '',
        accepted_at ?? 'never',
        problem === null ? status : `${status}: ${problem}`,
      ]),
    ),
    section(
      'Tools',
      ['Server', 'Tool', 'Owner', 'Class', 'Server trusted', 'Workspace trusted', 'Eligible', 'Gates shut', 'Remarks'],
      tools.map((tool) => [
        tool.server,
        tool.tool,
        tool.owner ?? '',
        tool.class,
        yesNo(tool.server_trusted),
        yesNo(tool.workspace_trusted),
        yesNo(tool.eligible),
        tool.gates_shut.map(({ gate }) => gate).join(', '),
        [...tool.remarks, driftOf(inventory, tool), tool.note ?? ''].filter((each) => each !== '').join(' '),
      ]),
    ),
    section(
      'What opens a gate',
      ['Gate', 'Opens when'],
      openersIn(inventory).map(({ gate, opens }) => [gate, opens]),
    ),
    section(
      'Drift since the accepted inventory',
      ['Server', 'Tool', 'Difference'],
      drift.map(({ server, tool, says }) => [server, tool, says]),
    ),
    section(
      'To look at',
      ['Kind', 'Server', 'Tool', 'What'],
      findings.map(({ kind, server, tool, says }) => [kind, server, tool ?? '', says]),
    ),
  ];
  return sections.filter((text) => text !== '').join('\n');
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const body = rows.map((cells) => line(cells.map(plain))).join('');
  return `## ${title}\n\n${line(head)}${line(head.map(() => '---'))}${body}`;
}

const plain = (text: string): string => printableText(text).replace(/[\\`*_{}[\]<>|~#!&]/g, '\\$&');
