/** The table at the end: a line a case, with what its servers counted and how many of its runs passed. Pure. */
import type { LabResult } from '@qwen-code/qwen-code-core/canary/lab/run-lab.js';
import { groupBy } from './group-by.js';

const HEAD = ['case', 'tool', 'server counted', 'the client was told', 'stdio', 'http'] as const;

type Line = readonly string[];

export function resultTable(results: readonly LabResult[]): string {
  const cases = groupBy(results, ({ run }) => run.case.id);
  const lines: Line[] = [HEAD, ...[...cases.values()].map(caseLine)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function caseLine(results: readonly LabResult[]): Line {
  const lab = results[0]?.run.case;
  const counted = distinct(results.map(({ observation }) => countWord(observation.calls)));
  const told = distinct(results.map(({ observation }) => observation.client.replaceAll('_', ' ')));
  const cell = (transport: string): string => {
    const runs = results.filter(({ run }) => run.transport === transport);
    const passed = runs.filter(({ verdict }) => verdict === 'pass').length;
    if (runs.length === 0) return '-';
    return passed === runs.length ? `${passed} pass` : `${passed} of ${runs.length}: FAIL`;
  };
  return [lab?.id ?? '', lab?.tool ?? '', counted, told, cell('stdio'), cell('http')];
}

const countWord = (calls: number): string => (calls === 1 ? '1 call' : `${calls} calls`);

/** One word when all agree. */
const distinct = (words: readonly string[]): string => [...new Set(words)].join(' / ');
