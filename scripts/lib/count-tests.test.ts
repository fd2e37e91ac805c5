import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countTests } from './count-tests.mjs';

const folder = mkdtempSync(join(tmpdir(), 'qwen-count-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const suite = (status: string, ...tests: string[]): object => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});

it.each<[string, object[] | undefined, number, object]>([
  ['all green', [suite('passed', 'passed', 'passed'), suite('passed', 'passed')], 0, { passed: 3, failed: 0 }],
  ['one red', [suite('failed', 'passed', 'failed')], 1, { passed: 1, failed: 1 }],
  ['skipped tests count as neither', [suite('passed', 'passed', 'pending')], 0, { passed: 1, failed: 0 }],
  ['a suite that did not load', [suite('passed', 'passed'), suite('failed')], 1, { passed: 1, failed: 1 }],
  ['a suite whose set-up failed', [suite('failed', 'pending', 'pending')], 1, { passed: 0, failed: 1 }],
  ['an error outside of every test', [suite('passed', 'passed')], 1, { passed: 1, failed: 1 }],
  ['no report', undefined, 1, { passed: 0, failed: 1 }],
])('%s', (_name, testResults, exitCode, expected) => {
  const path = join(folder, 'report.json');
  rmSync(path, { force: true });
  if (testResults !== undefined) writeFileSync(path, JSON.stringify({ testResults }));
  expect(countTests(path, exitCode)).toEqual(expected);
});
