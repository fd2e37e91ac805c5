import { describe, expect, it } from 'vitest';
import { keptCanary } from '@qwen-code/qwen-code-core/canary/lab/kept-run.js';
import { labRuns } from '@qwen-code/qwen-code-core/canary/lab/lab-runs.js';
import type { LabResult } from '@qwen-code/qwen-code-core/canary/lab/run-lab.js';
import { junitXml } from './junit.js';
import { createProgress } from './progress.js';
import { resultTable } from './result-table.js';
import { closing, opening, runList } from './told.js';

function resultOf(id: string, change: Partial<LabResult> = {}, calls = 1): LabResult {
  const run = labRuns('own').find((each) => each.id === id)!;
  return {
    run,
    verdict: 'pass',
    reason: 'Counted once.',
    durationMs: 1234,
    events: [],
    evidence: {
      qwen_version: '0.21.5',
      tool: run.case.tool,
      server_trusted: true,
      workspace_trusted: true,
      annotations: 'missing',
      server_invocations: calls,
      replay_invocations: calls - 1,
      external_state: 'committed_once',
      client_result: 'unknown',
      manual_retry: 'not_tried',
      verdict: 'pass',
    },
    observation: {
      trouble: undefined,
      calls,
      callsAtEnd: calls,
      sameArguments: true,
      ownIds: true,
      progressTokens: 'all',
      state: 'committed_once',
      handshakes: 1,
      processes: 2,
      client: 'unknown',
      waitedForReconnect: false,
      leaks: [],
      lookup: 'agrees',
      retry: 'not_tried',
      recordId: undefined,
      recordNamed: false,
      callsWhenRecorded: undefined,
      leftBehind: 0,
      user: undefined,
    },
    ...change,
  };
}

const FAILED = { verdict: 'fail', reason: 'The server counted 2 calls, exactly 1 allowed & "no" <more>.' } as const;
const results = [
  resultOf('unsafe/missing/stdio/direct/core'),
  resultOf('unsafe/missing/stdio/direct/qwen', FAILED, 2),
  resultOf('unsafe/missing/http/direct/core'),
  resultOf('crash/half-frame/unsafe/stdio/direct/core'),
];

it('has a line a case in its table', () => {
  expect(resultTable(results)).toBe(
    [
      'case                     tool                 server counted    the client was told  stdio         http',
      'unsafe/missing           increment_then_drop  1 call / 2 calls  unknown              1 of 2: FAIL  1 pass',
      'crash/half-frame/unsafe  increment_then_drop  1 call            unknown              1 pass        -',
      '',
    ].join('\n'),
  );
});

it('has a suite a group in its JUnit report', () => {
  expect(junitXml(results)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="qwen mcp canary" tests="4" failures="1" errors="0" time="4.936">
  <testsuite name="unsafe" tests="3" failures="1" errors="0" time="3.702">
    <testcase classname="canary.unsafe" name="unsafe/missing/stdio/direct/core" time="1.234"><system-out>Counted once.</system-out></testcase>
    <testcase classname="canary.unsafe" name="unsafe/missing/stdio/direct/qwen" time="1.234"><failure message="The server counted 2 calls, exactly 1 allowed &amp; &quot;no&quot; &lt;more&gt;.">The server counted 2 calls, exactly 1 allowed &amp; &quot;no&quot; &lt;more&gt;.</failure></testcase>
    <testcase classname="canary.unsafe" name="unsafe/missing/http/direct/core" time="1.234"><system-out>Counted once.</system-out></testcase>
  </testsuite>
  <testsuite name="crash" tests="1" failures="0" errors="0" time="1.234">
    <testcase classname="canary.crash" name="crash/half-frame/unsafe/stdio/direct/core" time="1.234"><system-out>Counted once.</system-out></testcase>
  </testsuite>
</testsuites>
`);
});

describe('progress', () => {
  function told(columns: number | undefined): string {
    let text = '';
    const progress = createProgress({
      total: 4,
      columns,
      write: (more) => {
        text += more;
      },
      elapsedMs: () => 2_600,
    });
    for (const result of results.slice(0, 2)) progress.ended(result);
    progress.clear();
    return text;
  }

  it('is a line a run where no terminal shows it', () => {
    expect(told(undefined)).toBe(
      'pass  unsafe/missing/stdio/direct/core  1.2 s  Counted once.\n' +
        `FAIL  unsafe/missing/stdio/direct/qwen  1.2 s  ${FAILED.reason}\n`,
    );
  });

  it('is one line that changes on a terminal, no wider than it; what failed stays', () => {
    const clear = '\r\u001b[2K';
    expect(told(44)).toBe(
      `${clear}1 of 4 runs, 0 failed, 3 s: unsafe/missing/` +
        `${clear}FAIL  unsafe/missing/stdio/direct/qwen  1.2 s  ${FAILED.reason}\n` +
        `${clear}2 of 4 runs, 1 failed, 3 s: unsafe/missing/${clear}`,
    );
  });
});

describe('the words around the table', () => {
  const binary = { kind: 'own', command: ['node', 'qwen.js'], version: '0.21.5' } as const;
  const keptOf = (list: readonly LabResult[]): ReturnType<typeof keptCanary> =>
    keptCanary(list, {
      startedMs: 0,
      endedMs: 2_500,
      qwen_version: '0.21.5',
      node_version: 'v20',
      platform: 'linux',
      binary,
      complete: true,
    });

  it('say what is about to be played', () => {
    const [run] = labRuns('own');
    expect(opening([run!], binary, 3)).toBe('Canary lab against this qwen, 0.21.5: 1 run of 1 case, about 1 s.\n');
    expect(opening(labRuns('other'), { ...binary, kind: 'other', version: '0.21.2' }, 3)).toMatch(
      /^Canary lab against the qwen of --bin, 0\.21\.2: \d+ runs of \d+ cases, about \d+ s\.\n(Left out: \S+ \(.+\)\.\n){3}$/,
    );
  });

  it('say how it came out, and each failure with its reason', () => {
    const [passed] = results;
    expect(closing([passed!], keptOf([passed!]))).toBe('1 of 1 run passed in 2.5 s. Counted by each server itself.\n');
    expect(closing(results, keptOf(results))).toBe(
      `FAIL  unsafe/missing/stdio/direct/qwen\n      ${FAILED.reason}\n\n3 of 4 runs passed in 2.5 s. Counted by each server itself.\n`,
    );
  });

  it('list the runs with what is special about each', () => {
    expect(runList(labRuns('own').slice(0, 1))).toBe('unsafe/missing/stdio/direct/core  no annotations\n');
  });
});
