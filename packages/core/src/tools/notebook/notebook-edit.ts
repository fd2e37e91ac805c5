/**
 * notebook_edit: the file around one changed cell. Same workspace checks as `edit`; the file keeps its encoding and mode.
 * Loaded at the first call.
 */
import { randomBytes } from 'node:crypto';
import { textArgument } from '../arguments.js';
import { countChanges } from '../files/line-changes.js';
import { loadFile } from '../files/load-file.js';
import { decodeText, encodeText } from '../files/text-encoding.js';
import type { Workspace } from '../files/workspace.js';
import { writeChecked } from '../files/write-checked.js';
import type { Execute } from '../lazy-tool.js';
import { errorResult, okResult } from '../results.js';
import { changeCell, type CellChange } from './change-cell.js';

const MODES = ['replace', 'insert', 'delete'] as const;
const CELL_TYPES = ['code', 'markdown', 'raw'] as const;

export function notebookEditWith(workspace: Workspace): Execute {
  return async (args) => {
    const checked = await workspace.check(textArgument(args, 'notebook_path') ?? '', 'write');
    if (checked.kind === 'refused') return errorResult(checked.shown);
    const { path } = checked;
    if (!path.toLowerCase().endsWith('.ipynb')) {
      return errorResult(`${path} is not a notebook (.ipynb); use edit for other files.`);
    }
    if (!checked.exists) return errorResult(`${path} does not exist; create a notebook with write_file.`);
    const decoded = decodeText(await loadFile(workspace, checked, ''));
    if (decoded.kind !== 'text') return errorResult(`${path} is not UTF-8 or UTF-16 text, as a notebook is.`);
    const mode = oneOf(MODES, textArgument(args, 'edit_mode')) ?? 'replace';
    const change: CellChange = {
      mode,
      cellId: textArgument(args, 'cell_id'),
      source: textArgument(args, 'new_source'),
      cellType: oneOf(CELL_TYPES, textArgument(args, 'cell_type')),
    };
    const changed = changeCell(decoded.text, change, () => randomBytes(4).toString('hex'));
    if (changed.kind === 'refused') return errorResult(`Nothing was changed in ${path}: ${changed.shown}`);
    await writeChecked(workspace, checked, encodeText(changed.text, decoded.encoding));
    return okResult(`${DONE[mode]} cell ${changed.cell} of ${path}.`, {
      lines: countChanges(decoded.text, changed.text),
    });
  };
}

const DONE = { replace: 'Replaced', insert: 'Inserted', delete: 'Deleted' } as const;

function oneOf<T extends string>(choices: readonly T[], value: string | undefined): T | undefined {
  return choices.find((choice) => choice === value);
}
