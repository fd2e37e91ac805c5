import { describe, expect, it } from 'vitest';
import { scrolled, scrollKey } from './scrolled.js';
import { plainStyle as style } from './style.js';

const lines = Array.from({ length: 10 }, (_, at) => `line ${at}`);

it.each<[string, number, number, string[]]>([
  ['all that fits', 0, 10, lines],
  ['the beginning', 0, 5, ['line 0', 'line 1', 'line 2', 'line 3', '↓ 6 more lines (PgDn)']],
  ['the middle', 3, 5, ['↑ 3 more lines (PgUp)', 'line 3', 'line 4', 'line 5', '↓ 4 more lines (PgDn)']],
  ['one above', 1, 5, ['↑ 1 more line (PgUp)', 'line 1', 'line 2', 'line 3', '↓ 6 more lines (PgDn)']],
  ['the end', 7, 5, ['↑ 6 more lines (PgUp)', 'line 6', 'line 7', 'line 8', 'line 9']],
  ['the end for a place beyond it', 99, 5, ['↑ 6 more lines (PgUp)', 'line 6', 'line 7', 'line 8', 'line 9']],
])('shows %s', (_name, top, rows, expected) => {
  expect(scrolled(lines, { top, rows, style })).toEqual(expected);
});

describe('a key', () => {
  it.each<[string, number, number | undefined]>([
    ['pagedown', 0, 3],
    ['pagedown', 6, 7],
    ['pageup', 3, 0],
    ['end', 0, 7],
    ['home', 7, 0],
    ['x', 0, undefined],
  ])('%s at %i leads to %s', (id, top, expected) => {
    expect(scrollKey(id, top, { count: 10, rows: 5 })).toBe(expected);
  });

  it('means nothing where everything fits', () => {
    expect(scrollKey('pagedown', 0, { count: 5, rows: 5 })).toBeUndefined();
  });
});
