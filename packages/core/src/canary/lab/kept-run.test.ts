import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '../../testing/temp-home.js';
import { keptCanary, keptCanaryFile, readKeptCanary, writeKeptCanary } from './kept-run.js';
import { labRuns } from './lab-runs.js';
import type { LabResult } from './run-lab.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

const run = labRuns('own')[0]!;
const result: LabResult = {
  run,
  verdict: 'pass',
  reason: 'The server counted 1 call.',
  durationMs: 250,
  events: [{ type: 'call_made' }, { type: 'told', result: 'unknown' }],
  evidence: {
    qwen_version: '0.21.5',
    tool: 'increment_then_drop',
    server_trusted: true,
    workspace_trusted: true,
    annotations: 'missing',
    server_invocations: 1,
    replay_invocations: 0,
    external_state: 'committed_once',
    client_result: 'unknown',
    manual_retry: 'blocked',
    verdict: 'pass',
  },
  observation: {
    trouble: undefined,
    calls: 1,
    callsAtEnd: 1,
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
    retry: 'blocked',
    recordId: 'mo_0123456789abcdef',
    recordNamed: true,
    callsWhenRecorded: 0,
    leftBehind: 0,
    user: undefined,
  },
};
const kept = keptCanary([result, { ...result, verdict: 'fail' }], {
  startedMs: 0,
  endedMs: 1500,
  qwen_version: '0.21.5',
  node_version: 'v20.19.0',
  platform: 'linux',
  binary: { kind: 'own', command: ['node', 'qwen.js'], version: '0.21.5' },
  complete: true,
});

it('pins what is kept', () => {
  const [first, second] = kept.runs;
  expect({ ...kept, runs: [first] }).toEqual({
    v: 1,
    started_at: '1970-01-01T00:00:00.000Z',
    ended_at: '1970-01-01T00:00:01.500Z',
    qwen_version: '0.21.5',
    node_version: 'v20.19.0',
    platform: 'linux',
    binary: { kind: 'own', command: ['node', 'qwen.js'], version: '0.21.5' },
    complete: true,
    totals: { passed: 1, failed: 1 },
    runs: [
      {
        id: 'unsafe/missing/stdio/direct/core',
        case: 'unsafe/missing',
        group: 'unsafe',
        title: 'no annotations',
        transport: 'stdio',
        path: 'direct',
        place: 'core',
        verdict: 'pass',
        reason: 'The server counted 1 call.',
        duration_ms: 250,
        evidence: result.evidence,
        counts: { calls: 1, calls_at_end: 1, processes: 2 },
        record_id: 'mo_0123456789abcdef',
        events: result.events,
      },
    ],
  });
  expect(second?.verdict).toBe('fail');
});

it('is read back, by its user alone', () => {
  writeKeptCanary(temp.qwenHome, kept);
  expect(readKeptCanary(temp.qwenHome)).toEqual({ kind: 'kept', run: kept });
  const file = keptCanaryFile(temp.qwenHome);
  expect([file, dirname(file)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
});

describe('what can’t be used', () => {
  it('is none before the first run', () => {
    expect(readKeptCanary(temp.qwenHome)).toEqual({ kind: 'none' });
  });

  it.each([
    ['no JSON', '{', 'holds no JSON'],
    ['another version', '{"v":2,"runs":[]}', 'was written by another version of qwen'],
    ['something else', '[]', 'was written by another version of qwen'],
    ['nothing', 'null', 'holds no canary run'],
    ['no runs', '{"v":1}', 'holds no canary run'],
  ])('%s', (_name, text, why) => {
    const file = keptCanaryFile(temp.qwenHome);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    expect(readKeptCanary(temp.qwenHome)).toEqual({
      kind: 'unusable',
      shown: `${file} ${why}. Run \`qwen mcp canary\` again.`,
    });
  });
});

it('says where it could not be kept', () => {
  const root = `${temp.root}/file`;
  writeFileSync(root, '');
  expect(() => writeKeptCanary(root, kept)).toThrow(
    `The result could not be kept in ${keptCanaryFile(root)} (ENOTDIR).`,
  );
});
