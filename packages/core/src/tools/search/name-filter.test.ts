import { expect, it } from 'vitest';
import { createNameFilter } from './name-filter.js';

it.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  [' ', undefined],
  ['*.ts', '*.ts'],
  ['*.{ts,tsx}', '*.{ts,tsx}'],
  ['src/**/*.ts', '*.ts'],
  ['src/{a,b}/*.ts', undefined],
  ['src/**', undefined],
  ['src/', undefined],
  ['!*.ts', undefined],
  ['@(a|b).ts', undefined],
])('of %j the last part is %j', (glob, lastPart) => {
  expect(createNameFilter(glob).lastPart).toBe(lastPart);
});

it.each<[string, string, boolean]>([
  ['*.ts', 'a/b.ts', true],
  ['./*.ts', 'a/b.ts', true],
  ['/src/*.ts', 'src/b.ts', true],
  ['src/*.ts', 'x/src/b.ts', false],
  ['!src/*.ts', 'src/b.ts', false],
  ['!src/*.ts', 'b.ts', true],
])('%s takes %s: %s', (glob, name, expected) => {
  expect(createNameFilter(glob).matches(name)).toBe(expected);
});
