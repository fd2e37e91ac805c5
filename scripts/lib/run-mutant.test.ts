import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judge, listFaults, mutate } from './run-mutant.mjs';

const mutant = {
  name: 'gate',
  guard: 'what it is for',
  file: 'src/gate.ts',
  find: 'if (shut) return;',
  replace: '',
  tests: { 'src/gate.test.ts': ['a shut gate'] },
};
const fails = (text: string): (() => void) => {
  return () => mutate(text, mutant);
};

describe('mutate', () => {
  it('changes its guard and nothing else, to the letter', () => {
    expect(mutate('a\nif (shut) return;\nb', { ...mutant, replace: '$& $1' })).toBe('a\n$& $1\nb');
  });

  it('refuses a guard that moved, or that stands there twice', () => {
    expect(fails('nothing')).toThrow('gate: its guard stands 0 times in src/gate.ts, expected once: if (shut) return;');
    expect(fails(mutant.find.repeat(2))).toThrow('stands 2 times');
  });
});

describe('listFaults', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'mutants-'));
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src', 'gate.ts'), mutant.find);
    writeFileSync(join(root, 'src', 'gate.test.ts'), '');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it.each<[string, Partial<typeof mutant>[], string[]]>([
    ['nothing is wrong', [{}], []],
    ['one name twice', [{}, {}], ['gate: the name is used twice']],
    ['no change', [{ replace: mutant.find }], ['gate: it changes nothing']],
    ['no test', [{ tests: { 'src/gate.test.ts': [] } }], ['gate: no test is named for it']],
    ['a file that is gone', [{ file: 'src/old.ts' }], ['gate: there is no src/old.ts']],
    ['a guard that moved', [{ find: 'x' }], ['gate: its guard stands 0 times in src/gate.ts, expected once: x']],
  ])('%s', (_name, changes, faults) => {
    expect(
      listFaults(
        root,
        changes.map((change) => ({ ...mutant, ...change })),
      ),
    ).toEqual(faults);
  });
});

describe('judge', () => {
  const ran = (...tests: [string, string, string][]) => ({
    ran: tests.map(([file, fullName, status]) => ({ file, fullName, status })),
    notes: '',
  });
  const named = 'src/gate.test.ts';

  it.each<[string, object, string]>([
    ['a named test is red', ran([named, 'of a shut gate', 'failed']), 'killed'],
    ['all are green', ran([named, 'of a shut gate', 'passed']), 'survived'],
    ['only another test is red', ran([named, 'a shut gate', 'passed'], [named, 'other', 'failed']), 'survived'],
    [
      'the name is red in another file',
      ran([named, 'a shut gate', 'passed'], ['x', 'a shut gate', 'failed']),
      'survived',
    ],
    ['no named test ran', ran([named, 'other', 'failed']), 'broken'],
    ['a file did not load', { ran: [], notes: 'it did not load' }, 'broken'],
    ['some ran, and a file did not load', { ...ran([named, 'a shut gate', 'passed']), notes: 'no' }, 'broken'],
  ])('%s', (_name, report, verdict) => {
    expect(judge(report, mutant.tests).verdict).toBe(verdict);
  });
});
