import { expect, it } from 'vitest';
import { ROOT } from '../lib/paths.mjs';
import { listFaults } from '../lib/run-mutant.mjs';
import { MUTANTS } from './index.mjs';

it('every guard that is broken by test:mutants stands where the list says', () => {
  expect(listFaults(ROOT, MUTANTS)).toEqual([]);
});
