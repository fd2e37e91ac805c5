/** The results as JUnit XML, for CI. Pure. */
import { groupOf } from '@qwen-code/qwen-code-core/canary/lab/lab-case.js';
import type { LabResult } from '@qwen-code/qwen-code-core/canary/lab/run-lab.js';
import { groupBy } from './group-by.js';

export function junitXml(results: readonly LabResult[]): string {
  const groups = groupBy(results, ({ run }) => groupOf(run.case));
  const suites = [...groups].map(([group, members]) => suite(group, members));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${totals('qwen mcp canary', results)}>\n${suites.join('')}</testsuites>\n`;
}

function suite(group: string, results: readonly LabResult[]): string {
  return `  <testsuite ${totals(group, results)}>\n${results.map(testcase).join('')}  </testsuite>\n`;
}

function testcase({ run, verdict, reason, durationMs }: LabResult): string {
  const head = `    <testcase classname="${escape(`canary.${groupOf(run.case)}`)}" name="${escape(run.id)}" time="${seconds(durationMs)}">`;
  const text = escape(reason);
  const body = verdict === 'fail' ? `<failure message="${text}">${text}</failure>` : `<system-out>${text}</system-out>`;
  return `${head}${body}</testcase>\n`;
}

function totals(name: string, results: readonly LabResult[]): string {
  const failures = results.filter(({ verdict }) => verdict === 'fail').length;
  const time = seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0));
  return `name="${escape(name)}" tests="${results.length}" failures="${failures}" errors="0" time="${time}"`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
