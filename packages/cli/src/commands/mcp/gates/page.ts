/**
 * The gates as one self-contained page: gates at the top, the inventory, and every canary run as a drawn sequence. It
 * asks nothing of any network: style and script are in it, and its policy forbids the rest. Pure.
 */
import type { KeptCanary, KeptRun } from '@qwen-code/qwen-code-core/canary/lab/kept-run.js';
import type { Inventory } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';
import type { Gate, GateFacts, GateReport } from './gate.js';
import { STATUS_WORDS, summary } from './gates-text.js';
import { escaped } from './html.js';
import { PAGE_SCRIPT, PAGE_STYLE } from './page-style.js';
import { sequenceSvg } from './sequence.js';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

export function gatesPage(report: GateReport, { inventory, canary }: Pick<GateFacts, 'inventory' | 'canary'>): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Rollout gates: qwen ${escaped(report.qwen_version)}</title><style>${PAGE_STYLE}</style></head><body>`,
    `<h1>Rollout gates</h1><p class="sub">${escaped(summary(report))} Folder <code>${escaped(report.workspace)}</code>, ${escaped(report.at)}.</p>`,
    `<ol class="gates">${report.gates.map(gateCard).join('')}</ol>`,
    `<h2>Inventory</h2>${typeof inventory === 'object' ? inventoryTable(inventory) : missing(inventory, 'No inventory has been taken yet: qwen mcp inventory')}`,
    `<h2>Canary lab</h2>${typeof canary === 'object' ? canaryPart(canary) : missing(canary, 'The canary lab has not been run yet: qwen mcp canary')}`,
    `<script>${PAGE_SCRIPT}</script></body></html>\n`,
  ].join('\n');
}

const missing = (said: string | undefined, otherwise: string): string => `<p>${escaped(said ?? otherwise)}</p>`;

function gateCard({ id, title, status, evidence, next }: Gate, index: number): string {
  return [
    `<li class="gate ${status}" id="gate-${id}"><h3>${index + 1}. ${escaped(title)} <span class="status ${status}">${STATUS_WORDS[status]}</span></h3>`,
    `<ul>${evidence.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`,
    next === null ? '' : `<p class="next">Next: ${escaped(next)}</p>`,
    '</li>',
  ].join('');
}

const INVENTORY_HEAD = ['Server', 'Tool', 'Owner', 'Class', 'Trusted', 'Sent again', 'Gates shut'];

function inventoryTable({ tools, servers, at }: Inventory): string {
  const rows = tools.map((tool) => [
    tool.server,
    tool.tool,
    tool.owner ?? 'none',
    tool.class,
    `server ${yesNo(tool.server_trusted)}, folder ${yesNo(tool.workspace_trusted)}`,
    yesNo(tool.eligible),
    tool.gates_shut.map(({ gate, opens }) => `${gate}: ${opens}`).join(' '),
  ]);
  const problems = servers.filter(({ problem }) => problem !== null);
  return [
    `<p class="sub">Taken ${escaped(at)}.</p><div class="scroll"><table><thead><tr>${cells('th', INVENTORY_HEAD)}</tr></thead><tbody>`,
    ...rows.map((row) => `<tr>${cells('td', row)}</tr>`),
    '</tbody></table></div>',
    ...problems.map(({ server, problem }) => `<p>${escaped(`${server}: ${problem ?? ''}`)}</p>`),
  ].join('');
}

const cells = (tag: 'th' | 'td', texts: readonly string[]): string =>
  texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('');

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

function canaryPart({ runs, totals, ended_at, binary }: KeptCanary): string {
  const groups = [...new Set(runs.map(({ group }) => group))];
  const shows = [['all', 'all'], ['fail', 'failed'], ...groups.map((group) => [group, group])] as const;
  const buttons = shows.map(
    ([show, label], index) =>
      `<button type="button" data-show="${escaped(show ?? '')}" aria-pressed="${index === 0}">${escaped(label ?? '')}</button>`,
  );
  return [
    `<p class="sub">${totals.passed} runs passed, ${totals.failed} failed; qwen ${escaped(binary.version)}, ended ${escaped(ended_at)}. Counted by the servers’ own ledgers.</p>`,
    `<div class="filters" role="group" aria-label="Which runs to show">${buttons.join('')}</div>`,
    ...runs.map(runPart),
  ].join('\n');
}

function runPart({ id, group, title, verdict, reason, counts, evidence, events }: KeptRun): string {
  const facts = [
    `calls counted by the server: ${counts.calls_at_end}`,
    `annotations: ${typeof evidence.annotations === 'string' ? evidence.annotations : JSON.stringify(evidence.annotations)}`,
    `server ${evidence.server_trusted ? 'trusted' : 'not trusted'}, folder ${evidence.workspace_trusted ? 'trusted' : 'not trusted'}`,
    `effect: ${evidence.external_state.replaceAll('_', ' ')}`,
    `the same call again: ${evidence.manual_retry.replaceAll('_', ' ')}`,
  ];
  return [
    `<details data-group="${escaped(group)}" data-verdict="${verdict}"><summary><span class="status ${verdict}">${verdict}</span> `,
    `<code>${escaped(id)}</code> ${escaped(title)}</summary>`,
    `<p class="facts">${escaped(reason)}</p><p class="facts">${facts.map(escaped).join(' · ')}</p>`,
    `<div class="scroll">${sequenceSvg(events, `${id}: ${title}`)}</div></details>`,
  ].join('');
}
