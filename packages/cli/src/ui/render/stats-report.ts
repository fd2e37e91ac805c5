/** What a session came to so far, as markdown. Pure. */
import type { Totals } from '../state/view-state.js';
import { cell } from './cell.js';
import { count, duration } from './lines.js';

export interface StatsFacts {
  readonly totals: Totals;
  readonly sessionId: string;
  readonly sinceMs: number;
  /** Of the workspace, whoever made them. */
  readonly openOutcomes: number;
}

export function statsReport({ totals, sessionId, sinceMs, openOutcomes }: StatsFacts): string {
  const tools = Object.entries(totals.byTool).sort(([, a], [, b]) => b.calls - a.calls);
  const mcp = tools.filter(([name]) => name.startsWith('mcp__')).reduce((sum, [, { calls }]) => sum + calls, 0);
  const rows: readonly (readonly [string, string])[] = [
    ['Time', `${duration(sinceMs)} (model ${duration(totals.apiMs)}, tools ${duration(totals.toolMs)})`],
    ['Requests', String(totals.requests)],
    [
      'Tool calls',
      `${totals.toolCalls.ok + totals.toolCalls.failed} (${totals.toolCalls.failed} failed, ${mcp} to MCP servers)`,
    ],
    ['Unknown outcomes', `${totals.unknownOutcomes} in this session, ${openOutcomes} open in this workspace`],
    ['Lines', `+${totals.lines.added} -${totals.lines.removed}`],
  ];
  const models = Object.entries(totals.byModel).map(([name, { requests, inputTokens, cachedTokens, outputTokens }]) => [
    cell(name),
    String(requests),
    `${count(inputTokens)} (${count(cachedTokens)})`,
    count(outputTokens),
  ]);
  return [
    ...table(
      ['Session', cell(sessionId)],
      rows.map(([name, value]) => [name, cell(value)]),
    ),
    ...(models.length === 0 ? [] : ['', ...table(['Model', 'Requests', 'Tokens in (cached)', 'out'], models)]),
    ...(tools.length === 0
      ? []
      : [
          '',
          ...table(
            ['Tool', 'Calls', 'failed', 'Time'],
            tools.map(([name, { calls, failed, ms }]) => [cell(name), String(calls), String(failed), duration(ms)]),
          ),
        ]),
  ].join('\n');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${'---|'.repeat(head.length)}`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];
