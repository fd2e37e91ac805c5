import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createToolContext } from '../../testing/tool-context.js';
import { createWorkspace } from '../files/workspace.js';
import type { ToolArguments, ToolResult } from '../types.js';
import { changeCell, type CellChange } from './change-cell.js';
import { createNotebookEditTool } from './notebook-edit-tool.js';

const code = {
  cell_type: 'code',
  execution_count: 3,
  id: 'a1',
  metadata: {},
  outputs: [{ x: 1 }],
  source: ['1 + 1\n', '2'],
};
const words = { cell_type: 'markdown', id: 'b2', metadata: {}, source: 'Hello' };
const notebook = { cells: [code, words], metadata: { version: 1.5 }, nbformat: 4, nbformat_minor: 5 };

/** Jupyter's own way: one space. `1.0` is a number that JSON would write anew as `1`. */
const jupyter = (value: unknown): string => `${JSON.stringify(value, undefined, 1).replace('1.5', '1.0')}\n`;

const change = (more: Partial<CellChange>): CellChange => ({
  mode: 'replace',
  cellId: undefined,
  source: undefined,
  cellType: undefined,
  ...more,
});
const after = (more: Partial<CellChange>, text = jupyter(notebook)): unknown => {
  const result = changeCell(text, change(more), () => 'new1');
  return result.kind === 'changed' ? result.text : result.shown;
};
const withCells = (...cells: unknown[]): string => jupyter({ ...notebook, cells });

describe('one changed cell', () => {
  const replacedCode = { ...code, execution_count: null, outputs: [], source: ['x\n', 'y'] };
  const inserted = { cell_type: 'code', execution_count: null, id: 'new1', metadata: {}, outputs: [], source: ['z'] };
  it.each<[string, Partial<CellChange>, string]>([
    ['replaced: outputs go', { cellId: 'a1', source: 'x\ny' }, withCells(replacedCode, words)],
    ['by its place', { cellId: 'cell-1', source: 'Bye' }, withCells(code, { ...words, source: 'Bye' })],
    [
      'of another type',
      { cellId: 'a1', source: 'x', cellType: 'markdown' },
      withCells({ cell_type: 'markdown', id: 'a1', metadata: {}, source: ['x'] }, words),
    ],
    ['inserted at the start', { mode: 'insert', source: 'z' }, withCells(inserted, code, words)],
    ['inserted after another', { mode: 'insert', cellId: 'a1', source: 'z' }, withCells(code, inserted, words)],
    ['inserted at the end', { mode: 'insert', cellId: 'b2', source: 'z' }, withCells(code, words, inserted)],
    ['deleted', { mode: 'delete', cellId: 'a1' }, withCells(words)],
    ['deleted, the last one', { mode: 'delete', cellId: 'b2' }, withCells(code)],
  ])('%s', (_name, more, expected) => {
    expect(after(more)).toBe(expected);
  });

  it('keeps indentation, line ends and a file of one line', () => {
    const four = JSON.stringify(notebook, undefined, 4).replaceAll('\n', '\r\n');
    const expected = { ...notebook, cells: [code, { ...words, source: 'Bye' }] };
    expect(after({ cellId: 'b2', source: 'Bye' }, four)).toBe(
      JSON.stringify(expected, undefined, 4).replaceAll('\n', '\r\n'),
    );
    expect(after({ cellId: 'b2', source: 'Bye' }, JSON.stringify(notebook))).toBe(JSON.stringify(expected));
  });

  it('gives no id where the format has none', () => {
    const old = { ...notebook, nbformat_minor: 4, cells: [] };
    expect(JSON.parse(String(after({ mode: 'insert', source: '' }, jupyter(old))))).toMatchObject({
      cells: [{ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: [] }],
    });
  });

  it.each<[string, Partial<CellChange>, string | undefined, string]>([
    ['an unknown id', { cellId: 'zz', source: 'x' }, undefined, 'it has no cell "zz". Its cells: a1, b2.'],
    [
      'a place past the end',
      { cellId: 'cell-2', source: 'x' },
      undefined,
      'it has no cell "cell-2". Its cells: a1, b2.',
    ],
    ['no id', { source: 'x' }, undefined, 'cell_id is missing: name the cell.'],
    ['no source', { cellId: 'a1' }, undefined, 'new_source is missing.'],
    ['broken JSON', { cellId: 'a1', source: 'x' }, '{"cells": [{}', 'it is not valid JSON.'],
    ['no notebook', { cellId: 'a1' }, '[]', 'it is not a notebook of format 4, which has a list of cells.'],
  ])('refuses %s', (_name, more, text, shown) => {
    expect(after(more, text)).toBe(shown);
  });
});

describe('notebook_edit', () => {
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await createTempFolder();
  });
  afterEach(() => folder.remove());

  const run = (args: ToolArguments): Promise<ToolResult> =>
    createNotebookEditTool({ workspace: createWorkspace({ cwd: folder.at('') }) }).execute(args, createToolContext());

  it('writes the notebook back', async () => {
    const path = await folder.write('n.ipynb', jupyter(notebook));
    expect(await run({ notebook_path: path, cell_id: 'a1', edit_mode: 'delete' })).toEqual({
      status: 'ok',
      text: `Deleted cell a1 of ${path}.`,
      lines: { added: 0, removed: 15 },
    });
    expect(await readFile(path, 'utf8')).toBe(withCells(words));
  });

  it.each<[string, (path: string) => ToolArguments, RegExp]>([
    [
      'outside the workspace',
      () => ({ notebook_path: '/etc/n.ipynb', cell_id: 'a', new_source: '' }),
      /outside the workspace/,
    ],
    ['no notebook', (at) => ({ notebook_path: `${at}/a.txt`, cell_id: 'a', new_source: '' }), /is not a notebook/],
    ['no such file', (at) => ({ notebook_path: `${at}/n.ipynb`, cell_id: 'a', new_source: '' }), /does not exist/],
  ])('refuses %s', async (_name, args, shown) => {
    const result = await run(args(folder.at('')));
    expect(result.status).toBe('error');
    expect(result.text).toMatch(shown);
  });
});
