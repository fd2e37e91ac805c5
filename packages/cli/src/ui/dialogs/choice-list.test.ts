import { expect, it } from 'vitest';
import { listLines } from './choice-list.js';
import { plainStyle as style } from '../render/style.js';

const choices = [
  { label: 'Yes', value: 1 },
  { label: 'Always in this project', value: 2 },
  { label: 'No, never in this one', value: 3 },
];

it.each<[string, number, number | undefined, string[]]>([
  [
    'wraps every choice where there is room',
    0,
    undefined,
    ['› 1. Yes', '  2. Always in this', '  project', '  3. No, never in', '  this one'],
  ],
  [
    'wraps every choice that just fits',
    0,
    5,
    ['› 1. Yes', '  2. Always in this', '  project', '  3. No, never in', '  this one'],
  ],
  ['shows the selected one whole', 1, 4, ['  1. Yes', '› 2. Always in this', '  project', '  3. No, never in t…']],
  ['cuts the selected one as well', 1, 3, ['  1. Yes', '› 2. Always in this…', '  3. No, never in t…']],
  ['has a line for each whatever room there is', 0, 0, ['› 1. Yes', '  2. Always in this…', '  3. No, never in t…']],
])('%s', (_name, selected, most, expected) => {
  expect(listLines(choices, { style, width: 20, selected, ...(most !== undefined && { most }) })).toEqual(expected);
});
