/** Rows as aligned text: median (min … max) a side, the ratio of pairs, the target and its verdict. Pure. */
import type { JudgedRow, Unit } from './row.js';
import type { Summary } from './stats.js';

/** `labels` names the two columns; the second is left out when no other binary was measured. */
export function renderTable(rows: readonly JudgedRow[], labels: readonly [string, string?]): string {
  const isCompared = labels[1] !== undefined;
  const header = ['', ...labels.filter((label) => label !== undefined), ...(isCompared ? ['ratio'] : []), 'target', ''];
  const lines = rows.map((row) => [
    row.what,
    show(row.summary, row.unit),
    ...(isCompared ? [show(row.theirSummary, row.unit), show(row.ratio, 'x')] : []),
    showLimit(row),
    row.verdict ?? '',
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...lines].map((line) => (line[column] ?? '').length)));
  const render = (line: readonly string[]): string =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [header, ...lines].map(render).join('\n');
}

function show(summary: Summary | undefined, unit: Unit): string {
  if (summary === undefined || !Number.isFinite(summary.median)) return '-';
  const { median, min, max } = summary;
  const range = min === max ? '' : ` (${number(min)} … ${number(max)})`;
  return `${number(median)}${suffix(unit)}${range}`;
}

function showLimit({ limit, unit, target }: JudgedRow): string {
  if (limit === undefined || target === undefined) return '';
  if (limit.kind === 'share') return `≤ ${number(limit.most)}x of the other`;
  return `≤ ${number(limit.most)}${suffix(unit)}`;
}

const suffix = (unit: Unit): string => (unit === '' || unit === 'x' ? unit : ` ${unit}`);

function number(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  if (Math.abs(value) >= 10) return value.toFixed(1);
  return value.toFixed(Math.abs(value) >= 1 ? 2 : 3);
}
