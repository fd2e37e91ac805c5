import { expect, it } from 'vitest';
import { judge, type Row } from './row.js';
import { renderTable } from './table.js';

const rows: Row[] = [
  {
    what: 'to exit',
    unit: 'ms',
    ours: [100, 120, 110.4],
    theirs: [1000, 1000, 1000],
    target: { kind: 'share', most: 0.2, reference: 1 },
  },
  { what: 'a call', unit: 'ms', ours: [0.0512], target: { kind: 'value', most: 0.01 } },
  { what: 'nothing', unit: 'MB', ours: [], theirs: [] },
  { what: 'never', unit: '', ours: [1], theirs: [0] },
];
const judged = rows.map((row) => judge('figure', row));

it('sets two binaries side by side', () => {
  expect(renderTable(judged, ['qwen', 'other']).split('\n')).toEqual([
    '         qwen                other    ratio                   target',
    'to exit  110 ms (100 … 120)  1000 ms  0.110x (0.100 … 0.120)  ≤ 0.200x of the other  ok',
    'a call   0.051 ms            -        -                       ≤ 0.010 ms             over',
    'nothing  -                   -        -',
    'never    1.00                0.000    -',
  ]);
});

it('shows one binary alone', () => {
  expect(renderTable(judged.slice(1, 3), ['qwen']).split('\n')).toEqual([
    '         qwen      target',
    'a call   0.051 ms  ≤ 0.010 ms  over',
    'nothing  -',
  ]);
});
