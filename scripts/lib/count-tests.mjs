/** The true counts of a vitest run, from its JSON report. A file that failed to load counts as one failed test. */
import { readFileSync } from 'node:fs';

export function countTests(reportPath, exitCode) {
  const counted = countReport(readReport(reportPath));
  // A run that vitest itself calls failed (an unhandled error, no report at all) never looks green.
  return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

function countReport({ testResults = [] }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + broken.length,
  };
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
