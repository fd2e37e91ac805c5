import { describe, expect, it } from 'vitest';
import { labRuns, type LabRun } from './lab-runs.js';
import type { Markers } from './markers.js';
import { callArguments, serverPlan } from './server-plan.js';

const markers: Markers = { argument: 'ARG', upstream: 'UP' };
const runOf = (id: string): LabRun => labRuns('own').find((run) => run.id === `${id}/direct/core`)!;
const planOf = (id: string, holds = true) => serverPlan(runOf(id), { markers, holds });

it('lists the tool under test as the case declares it, and the read beside it', () => {
  const { tools } = planOf('unsafe/read-only-destructive/stdio');
  expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual([
    ['increment_then_drop', { readOnlyHint: true, destructiveHint: true }],
    ['lookup', { readOnlyHint: true }],
  ]);
  expect(planOf('safe/read-only/stdio').tools.map(({ name }) => name)).toEqual(['lookup']);
});

it('lists it otherwise in later processes', () => {
  const { generations = {} } = planOf('rediscovery/third-generation-unsafe/stdio');
  expect(Object.entries(generations).map(([number, tools]) => [number, tools[0]?.annotations])).toEqual([
    ['2', { idempotentHint: true }],
    ['3', { idempotentHint: false }],
  ]);
  expect(planOf('rediscovery/loses-hints/stdio').generations?.['2']?.[0]).not.toHaveProperty('annotations');
});

describe('stands still', () => {
  const pauses = (id: string, holds: boolean) =>
    planOf(id, holds).faults?.flatMap(({ on = 'tools/call', pause }) => (pause === undefined ? [] : [[on, pause]]));

  it.each<[string, boolean, unknown]>([
    ['unsafe/missing/stdio', true, [['initialize', { gate: 'reconnecting' }]]],
    ['unsafe/missing/stdio', false, []],
    ['crash/page-502/unsafe/http', true, []],
    ['rediscovery/loses-trust/http', false, [['initialize', { gate: 'reconnecting' }]]],
    ['unsafe/untrusted-workspace/stdio', true, [['tools/call', { gate: 'committed' }]]],
  ])('%s (held: %s)', (id, holds, expected) => {
    expect(pauses(id, holds)).toEqual(expected);
  });
});

it('lets the server say its marker wherever it speaks of a failure', () => {
  const plan = planOf('crash/page-502/unsafe/http');
  expect(plan.stderr).toBe('UP');
  expect(JSON.stringify(plan.faults)).toContain('UP</h1>');
});

it('puts the marker into every argument', () => {
  for (const tool of ['increment_then_drop', 'set_status_then_drop', 'lookup'] as const) {
    const values = Object.values(callArguments(tool, markers));
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(value).toContain('ARG');
  }
});
