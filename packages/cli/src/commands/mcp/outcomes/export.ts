/** The journal for other programs: JSON, YAML or CSV, one entry a call. */
import { csvCell } from '../inventory/csv.js';
import type { OutcomeView } from '../../../outcomes/outcome-view.js';

export const EXPORT_FORMATS = ['json', 'yaml', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export async function exportOutcomes(views: readonly OutcomeView[], format: ExportFormat): Promise<string> {
  switch (format) {
    case 'json':
      return `${JSON.stringify(views, undefined, 2)}\n`;
    case 'yaml':
      return (await import('yaml')).stringify(views, { lineWidth: 0, aliasDuplicateObjects: false });
    case 'csv':
      return outcomesCsv(views);
  }
}

const COLUMNS = [
  'id',
  'state',
  'at',
  'ended_at',
  'server',
  'tool',
  'workspace',
  'session',
  'call_id',
  'transport',
  'target',
  'epoch',
  'annotations',
  'server_trusted',
  'workspace_trusted',
  'arguments_digest',
  'idempotency_key',
  'attempts',
  'result',
  'reach',
  'retry_of',
  'reconciliations',
] as const satisfies readonly (keyof OutcomeView)[];

function outcomesCsv(views: readonly OutcomeView[]): string {
  const rows = views.map((view) => COLUMNS.map((column) => csvCell(cellText(view[column]))));
  return [COLUMNS.map(csvCell), ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellText(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
