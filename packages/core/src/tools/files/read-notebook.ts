/**
 * A Jupyter notebook as text: each cell with its id, type, source and text outputs. Pictures are named, not shown.
 * Pure. A file that is no notebook is left to be read as the text it is.
 */
interface Cell {
  readonly id?: unknown;
  readonly cell_type?: unknown;
  readonly source?: unknown;
  readonly outputs?: unknown;
}

/** Undefined when the text is not a notebook. */
export function notebookText(text: string): string | undefined {
  const cells = parseCells(text);
  return cells?.map(cellText).join('\n\n');
}

function parseCells(text: string): Cell[] | undefined {
  try {
    const notebook: unknown = JSON.parse(text);
    if (!isRecord(notebook) || !Array.isArray(notebook['cells'])) return undefined;
    return notebook['cells'].filter(isRecord);
  } catch {
    return undefined;
  }
}

function cellText(cell: Cell, at: number): string {
  const id = typeof cell.id === 'string' ? cell.id : `cell-${at}`;
  const outputs = Array.isArray(cell.outputs) ? cell.outputs.filter(isRecord).map(outputText) : [];
  const shown = outputs.filter((output) => output !== '');
  return [
    `[${typeof cell.cell_type === 'string' ? cell.cell_type : 'cell'} ${id}]`,
    joined(cell.source),
    ...(shown.length > 0 ? ['[output]', ...shown] : []),
  ].join('\n');
}

function outputText(output: Record<string, unknown>): string {
  if (output['output_type'] === 'error') return joined(output['traceback'], '\n').replace(ANSI, '');
  if ('text' in output) return joined(output['text']).trimEnd();
  const data = isRecord(output['data']) ? output['data'] : {};
  if ('text/plain' in data) return joined(data['text/plain']).trimEnd();
  const kinds = Object.keys(data);
  return kinds.length > 0 ? `(${kinds.join(', ')})` : '';
}

const ANSI = /\x1b\[[0-9;]*m/g;

function joined(value: unknown, separator = ''): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join(separator) : '';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
