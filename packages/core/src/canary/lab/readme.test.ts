import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { groupOf } from './lab-case.js';
import { LAB_CASES, labRuns } from './lab-runs.js';

const read = (path: string): string => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

it('the result in the README is one of the lab as it is', () => {
  const shown = /```text\nCanary lab .*?: (\d+) runs of (\d+) cases.*?\n(.*?)\n\n(\d+) of (\d+) runs passed/s.exec(
    read('README.md'),
  );
  const [, runs, cases, table = '', passed, of] = shown ?? [];
  const lines = table.split('\n').slice(1);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(LAB_CASES.map(({ id }) => id));
  expect([runs, cases, passed, of].map(Number)).toEqual([
    labRuns('own').length,
    LAB_CASES.length,
    labRuns('own').length,
    labRuns('own').length,
  ]);
});

it('the guide to the rollout tells of every group of cases', () => {
  const guide = read('docs/guide/rollout.md');
  const groups = [...new Set(LAB_CASES.map(groupOf))];
  expect(groups.filter((group) => !guide.includes(`| \`${group}\``) && !guide.includes(`| \`${group}/…\``))).toEqual(
    [],
  );
});
