/** The gates for people who read a terminal or a page of Markdown. Pure. */
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { wrap } from '../inventory/layout.js';
import type { GateReport, GateStatus } from './gate.js';

export const STATUS_WORDS: Readonly<Record<GateStatus, string>> = { pass: 'pass', fail: 'FAIL', not_yet: 'not yet' };

const MARKS: Readonly<Record<GateStatus, string>> = { pass: '✓', fail: '✗', not_yet: '●' };

export interface TextOptions {
  /** Columns of the terminal; Infinity where nothing has to fit. */
  readonly width: number;
  paint(status: GateStatus, text: string): string;
}

export function gatesText(report: GateReport, { width, paint }: TextOptions): string {
  const lines = report.gates.flatMap(({ title, status, evidence, next }, index) => [
    `${paint(status, `${MARKS[status]} ${STATUS_WORDS[status].padEnd(7)}`)}  ${index + 1}. ${title}`,
    ...evidence.flatMap((text) => wrap(`           ${printableText(text)}`, width, '             ')),
    ...(next === null ? [] : wrap(`           Next: ${printableText(next)}`, width, '             ')),
  ]);
  return `${[...lines, '', summary(report)].join('\n')}\n`;
}

export function summary({ gates, qwen_version }: GateReport): string {
  const passed = gates.filter(({ status }) => status === 'pass').length;
  return `${passed} of ${gates.length} gates passed with qwen ${qwen_version}.`;
}

export function gatesMarkdown(report: GateReport): string {
  const cell = (text: string): string => printableText(text).replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const rows = report.gates.map(
    ({ title, status, evidence, next }, index) =>
      `| ${index + 1} | ${cell(title)} | ${STATUS_WORDS[status]} | ${evidence.map(cell).join('<br>')} | ${next === null ? '' : cell(next)} |`,
  );
  return [
    `# Rollout gates`,
    '',
    `${summary(report)} Folder ${cell(report.workspace)}, ${report.at}.`,
    '',
    '| | gate | status | evidence | next step |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
