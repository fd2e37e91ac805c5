import { describe, expect, it } from 'vitest';
import { plainStyle } from '../render/style.js';
import { filtered, listStep, scrollLines, TOP, windowed, type ListItem, type ListState } from './scroll-list.js';

const items = (...labels: string[]): ListItem<string>[] => labels.map((label) => ({ label, value: label }));
const few = items('alpha', 'beta', 'gamma');
const many = items(...Array.from({ length: 30 }, (_, at) => `item ${at}`));

const press = (list: readonly ListItem<string>[], state: ListState, ...ids: string[]): unknown => {
  let now = state;
  for (const id of ids) {
    const step = listStep(list, now, { id, text: [...id].length === 1 ? id : '' });
    if (step?.kind !== 'moved') return step;
    now = step.state;
  }
  return now;
};

describe('a key', () => {
  it.each<[string, readonly ListItem<string>[], ListState, string[], unknown]>([
    ['moves down and up around the ends', few, TOP, ['down', 'j', 'j', 'up'], { selected: 2, filter: undefined }],
    ['moves by pages', many, TOP, ['pagedown', 'pagedown', 'pageup'], { selected: 10, filter: undefined }],
    ['moves to the end', many, TOP, ['end'], { selected: 29, filter: undefined }],
    ['chooses', few, TOP, ['j', 'enter'], { kind: 'chosen', value: 'beta' }],
    ['chooses by its digit', few, TOP, ['3'], { kind: 'chosen', value: 'gamma' }],
    ['begins a filter', few, { selected: 2, filter: undefined }, ['b'], { selected: 0, filter: 'b' }],
    ['is a letter of the filter, be it j or a digit', many, TOP, ['/', 'j', '1'], { selected: 0, filter: 'j1' }],
    ['moves in what the filter leaves', few, TOP, ['/', 'm', 'enter'], { kind: 'chosen', value: 'gamma' }],
    ['takes a letter back', few, TOP, ['b', 'backspace', 'backspace'], TOP],
    ['clears the filter before it leaves', few, TOP, ['b', 'escape'], TOP],
    ['leaves', few, TOP, ['escape'], { kind: 'dismissed' }],
    ['means nothing', few, TOP, ['f5'], undefined],
    ['chooses nothing where nothing fits', few, TOP, ['x', 'enter'], undefined],
  ])('%s', (_name, list, state, ids, expected) => {
    expect(press(list, state, ...ids)).toEqual(expected);
  });
});

it('filters by every word, in labels and details', () => {
  const list = [
    { label: 'pay', details: ['Moves money'], value: 1 },
    { label: 'look', details: ['Reads money'], value: 2 },
  ];
  expect(filtered(list, { selected: 0, filter: 'MONEY lo' }).map(({ value }) => value)).toEqual([2]);
});

describe('lines', () => {
  const look = { style: plainStyle, width: 30, rows: 8 };

  it('carry numbers, groups and details', () => {
    const list: ListItem<number>[] = [
      { label: 'one', group: 'User', details: ['is offline'], value: 1 },
      { label: 'two', group: 'User', value: 2 },
      { label: 'three', group: 'Project', value: 3 },
    ];
    expect(scrollLines(list, { selected: 1, filter: undefined }, look)).toEqual([
      'User',
      '  1. one',
      '    is offline',
      '› 2. two',
      '',
      'Project',
      '  3. three',
    ]);
  });

  it.each<[number, string[]]>([
    [0, [' ', '› item 0', '  item 1', '  item 2', '  item 3', '  item 4', '  item 5', '↓ 24 more']],
    [15, ['↑ 13 more', '  item 13', '  item 14', '› item 15', '  item 16', '  item 17', '  item 18', '↓ 11 more']],
    [29, ['↑ 24 more', '  item 24', '  item 25', '  item 26', '  item 27', '  item 28', '› item 29', ' ']],
  ])('stand around item %i', (selected, lines) => {
    expect(scrollLines(many, { selected, filter: undefined }, look)).toEqual(lines);
  });

  it('show the filter, and that nothing fits', () => {
    expect(scrollLines(few, { selected: 0, filter: 'zz' }, look)).toEqual(['Filter: zz▏', 'Nothing fits.']);
  });

  it('are never more than there may be', () => {
    const long = Array.from({ length: 50 }, (_, at) => String(at));
    for (let from = 0; from < 50; from += 1) {
      const shown = windowed(long, { from, to: from }, look);
      expect([shown.length, shown.includes(String(from))]).toEqual([8, true]);
    }
  });
});
