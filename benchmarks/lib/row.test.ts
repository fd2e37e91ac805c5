import { expect, it } from 'vitest';
import { judge, type JudgedRow, type Row } from './row.js';

const most4: Row['target'] = { kind: 'value', most: 4 };
const fifthOf1000: Row['target'] = { kind: 'share', most: 0.2, reference: 1000 };

it.each<[string, Pick<Row, 'ours' | 'theirs' | 'target'>, Pick<JudgedRow, 'limit' | 'verdict'>]>([
  ['no target', { ours: [1] }, { limit: undefined, verdict: undefined }],
  ['a value at its limit', { ours: [9, 4, 1], target: most4 }, { limit: most4, verdict: 'ok' }],
  ['a value over it', { ours: [4.1], target: most4 }, { limit: most4, verdict: 'over' }],
  ['nothing measured', { ours: [], target: most4 }, { limit: most4, verdict: 'not measured' }],
  ['a value, whatever the other takes', { ours: [3], theirs: [1], target: most4 }, { limit: most4, verdict: 'ok' }],
  [
    'a share of the other',
    { ours: [30, 31], theirs: [100, 100], target: fifthOf1000 },
    { limit: { kind: 'share', most: 0.2 }, verdict: 'over' },
  ],
  [
    'a share of what the other once took',
    { ours: [199], target: fifthOf1000 },
    { limit: { kind: 'value', most: 200 }, verdict: 'ok' },
  ],
])('judges %s', (_name, row, expected) => {
  expect(judge('figure', { what: 'it', unit: 'ms', ...row })).toMatchObject(expected);
});

it('sums both sides up, and the ratio of their pairs', () => {
  expect(judge('figure', { what: 'it', unit: 'ms', ours: [1, 3], theirs: [2, 4] })).toEqual({
    figure: 'figure',
    what: 'it',
    unit: 'ms',
    ours: [1, 3],
    theirs: [2, 4],
    summary: { median: 2, min: 1, max: 3 },
    theirSummary: { median: 3, min: 2, max: 4 },
    ratio: { median: 0.625, min: 0.5, max: 0.75 },
    limit: undefined,
    verdict: undefined,
  });
});
