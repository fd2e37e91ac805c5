import { expect, it } from 'vitest';
import { isLongBareSleep } from './bare-sleep.js';

it.each<[string, boolean]>([
  ['sleep 10', false],
  ['sleep 11', true],
  [' sleep 30 ; ', true],
  ['sleep 1m', true],
  ['sleep 0.5h', true],
  ['sleep infinity', true],
  ['sleep 5s', false],
  ['sleep 60 && echo done', false],
  ['sleep 60; curl localhost', false],
  ['sleeper 60', false],
])('%j: %s', (command, expected) => {
  expect(isLongBareSleep(command)).toBe(expected);
});
