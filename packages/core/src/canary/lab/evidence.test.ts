import { describe, expect, it } from 'vitest';
import { evidenceDocument, evidenceOf } from './evidence.js';
import { labRuns, type LabRun } from './lab-runs.js';
import type { Observation } from './observation.js';

const runOf = (id: string): LabRun => labRuns('own').find((run) => run.id === `${id}/stdio/direct/core`)!;

const seen: Observation = {
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
};

const documentOf = (id: string, change: Partial<Observation> = {}): string => {
  const run = runOf(id);
  const evidence = evidenceOf(run, { ...seen, ...change }, { verdict: 'pass', version: '0.21.5' });
  return evidenceDocument(run.id, evidence);
};

it('pins the shape that a rollout is decided on', () => {
  expect(documentOf('unsafe/missing')).toBe(`---
# unsafe/missing/stdio/direct/core
qwen_version: 0.21.5
tool: increment_then_drop
server_trusted: true
workspace_trusted: true
annotations: missing
server_invocations: 1
replay_invocations: 0
external_state: committed_once
client_result: unknown
manual_retry: blocked
verdict: pass
`);
});

describe('tells what was declared and trusted', () => {
  it.each<[string, string]>([
    ['unsafe/empty', 'annotations: {}'],
    ['unsafe/read-only-destructive', 'annotations: {"readOnlyHint":true,"destructiveHint":true}'],
    ['unsafe/untrusted-server', 'server_trusted: false'],
    ['unsafe/untrusted-workspace', 'workspace_trusted: false'],
    ['unsafe/never-trusted-workspace', 'workspace_trusted: false'],
    ['rediscovery/loses-trust', 'server_trusted: true'],
  ])('%s: %s', (id, line) => {
    expect(documentOf(id).split('\n')).toContain(line);
  });

  it('counts replays, and none where nothing was sent', () => {
    expect(documentOf('limit/four-sends', { calls: 4 })).toContain('server_invocations: 4\nreplay_invocations: 3\n');
    expect(documentOf('unsafe/missing', { calls: 0 })).toContain('server_invocations: 0\nreplay_invocations: 0\n');
  });
});
