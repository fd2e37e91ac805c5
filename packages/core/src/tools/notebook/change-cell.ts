/**
 * One changed cell in the text of a notebook: everything else stays to the letter, indentation and line endings included.
 * Pure. Refuses to guess which cell is meant.
 */
import { applyEdits, modify, parse, type FormattingOptions, type JSONPath, type ParseError } from 'jsonc-parser';

export interface CellChange {
  readonly mode: 'replace' | 'insert' | 'delete';
  readonly cellId: string | undefined;
  readonly source: string | undefined;
  readonly cellType: CellType | undefined;
}

export type CellType = 'code' | 'markdown' | 'raw';

export type ChangedNotebook =
  | { readonly kind: 'changed'; readonly text: string; readonly cell: string }
  /** What is wrong, worded to follow the file's name. */
  | { readonly kind: 'refused'; readonly shown: string };

type Fields = Readonly<Record<string, unknown>>;

export function changeCell(text: string, change: CellChange, newId: () => string): ChangedNotebook {
  const errors: ParseError[] = [];
  const notebook: unknown = parse(text, errors);
  if (errors.length > 0) return refused('it is not valid JSON.');
  const cells: unknown = isFields(notebook) ? notebook['cells'] : undefined;
  if (!isFields(notebook) || !Array.isArray(cells)) {
    return refused('it is not a notebook of format 4, which has a list of cells.');
  }
  const place = change.cellId === undefined ? undefined : placeOf(cells, change.cellId);
  if (change.cellId !== undefined && place === undefined) return refused(unknownCell(cells, change.cellId));
  if (change.mode !== 'delete' && change.source === undefined) return refused('new_source is missing.');
  if (change.mode === 'insert') {
    const cell = newCell(change, hasIds(notebook) ? newId() : undefined);
    const at = place === undefined ? 0 : place + 1;
    const inserted = edited(text, ['cells', at], cell, true);
    return { kind: 'changed', text: inserted, cell: String(cell['id'] ?? `cell-${at}`) };
  }
  if (place === undefined) return refused('cell_id is missing: name the cell.');
  const cell: unknown = cells[place];
  if (!isFields(cell)) return refused(`cell-${place} is not a cell.`);
  const changed =
    change.mode === 'delete' ? edited(text, ['cells', place], undefined) : replaced(text, place, cell, change);
  return { kind: 'changed', text: changed, cell: idOf(cell, place) };
}

function replaced(text: string, place: number, cell: Fields, { source = '', cellType }: CellChange): string {
  const type = cellType ?? cell['cell_type'];
  const isCode = type === 'code';
  const fields: [string, unknown][] = [
    ...(type === cell['cell_type'] ? [] : ([['cell_type', type]] as [string, unknown][])),
    ['source', typeof cell['source'] === 'string' ? source : linesOf(source)],
    ['execution_count', isCode ? null : undefined],
    ['outputs', isCode ? [] : undefined],
  ];
  return fields
    .filter(([name, value]) => value !== undefined || Object.hasOwn(cell, name))
    .reduce((whole, [name, value]) => edited(whole, ['cells', place, name], value), text);
}

function newCell({ cellType = 'code', source = '' }: CellChange, id: string | undefined): Fields {
  const isCode = cellType === 'code';
  return {
    cell_type: cellType,
    ...(isCode && { execution_count: null }),
    ...(id !== undefined && { id }),
    metadata: {},
    ...(isCode && { outputs: [] }),
    source: linesOf(source),
  };
}

/** As Jupyter writes them: each line with its end. */
const linesOf = (source: string): string[] => (source === '' ? [] : source.split(/(?<=\n)/));

function placeOf(cells: readonly unknown[], id: string): number | undefined {
  const byId = cells.findIndex((cell) => isFields(cell) && cell['id'] === id);
  if (byId !== -1) return byId;
  const place = Number(/^cell-(\d+)$/.exec(id)?.[1] ?? NaN);
  return place < cells.length ? place : undefined;
}

const idOf = (cell: unknown, place: number): string =>
  isFields(cell) && typeof cell['id'] === 'string' ? cell['id'] : `cell-${place}`;

/** Cells have ids since format 4.5. */
function hasIds({ nbformat, nbformat_minor: minor }: Fields): boolean {
  return Number(nbformat) > 4 || (Number(nbformat) === 4 && Number(minor) >= 5);
}

const MOST_NAMED = 20;

function unknownCell(cells: readonly unknown[], id: string): string {
  const known = cells.slice(0, MOST_NAMED).map(idOf).join(', ');
  const more = cells.length > MOST_NAMED ? ', ...' : '';
  return `it has no cell "${id.slice(0, 80)}". ${cells.length === 0 ? 'It has no cells.' : `Its cells: ${known}${more}.`}`;
}

function edited(text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string {
  const formattingOptions = formatOf(text);
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion }));
}

/** A notebook on one line stays on one line. */
function formatOf(text: string): FormattingOptions | undefined {
  if (!text.trim().includes('\n')) return undefined;
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? ' ';
  const insertSpaces = !indent.startsWith('\t');
  return { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

const refused = (shown: string): ChangedNotebook => ({ kind: 'refused', shown });

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
