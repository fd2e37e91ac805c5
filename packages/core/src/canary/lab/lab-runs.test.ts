import { describe, expect, it } from 'vitest';
import { LAB_CASES, labRuns, selectRuns } from './lab-runs.js';

const ids = (patterns: readonly string[]): string[] => selectRuns(labRuns('own'), patterns).map(({ id }) => id);

describe('the runs of a lab', () => {
  it('pins the ids that evidence and lists of mutants refer to', () => {
    expect(LAB_CASES.map(({ id }) => id)).toEqual([
      'unsafe/missing',
      'unsafe/empty',
      'unsafe/not-idempotent',
      'unsafe/read-only-destructive',
      'unsafe/read-only-not-idempotent',
      'unsafe/read-only-destructive-idempotent',
      'unsafe/untrusted-server',
      'unsafe/untrusted-workspace',
      'unsafe/never-trusted-workspace',
      'safe/idempotent',
      'safe/read-only',
      'safe/idempotent-destructive',
      'rediscovery/loses-hints',
      'rediscovery/loses-trust',
      'rediscovery/loses-workspace-trust',
      'rediscovery/contradicts',
      'rediscovery/gains-hints',
      'rediscovery/third-generation-unsafe',
      'limit/four-sends',
      'limit/fourth-answers',
      'abort/in-flight',
      'abort/server-dies-too',
      'abort/while-reconnecting',
      'answered/is-error',
      'answered/rpc-error',
      'answered/then-exit',
      'answered/replay-is-error',
      'timeout/unsafe',
      'timeout/idempotent',
      'timeout/read-only',
      ...[
        'exit',
        'sigkill',
        'before-commit',
        'half-frame',
        'stdout-closed',
        'socket-destroyed',
        'socket-reset',
        'half-body',
        'empty-body',
        'stream-end',
        'stream-end-after-id',
        'stream-break',
        'page-502',
        'page-504',
        'stale-session',
      ].flatMap((name) => [`crash/${name}/unsafe`, `crash/${name}/safe`]),
    ]);
  });

  it('has every case over its transports, on both paths, in both places, each under an id of its own', () => {
    const runs = labRuns('own');
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
    expect(ids(['unsafe/missing'])).toEqual([
      'unsafe/missing/stdio/direct/core',
      'unsafe/missing/stdio/direct/qwen',
      'unsafe/missing/stdio/callable/core',
      'unsafe/missing/stdio/callable/qwen',
      'unsafe/missing/http/direct/core',
      'unsafe/missing/http/direct/qwen',
      'unsafe/missing/http/callable/core',
      'unsafe/missing/http/callable/qwen',
    ]);
  });

  it('holds another binary against what can be compared, end to end', () => {
    const runs = labRuns('other');
    expect(runs.every(({ place, case: { ownOnly } }) => place === 'qwen' && ownOnly === undefined)).toBe(true);
    expect(new Set(runs.map((run) => run.case.id)).size).toBe(LAB_CASES.length - 3);
  });
});

describe('selecting', () => {
  it.each<[string, string[], (id: string) => boolean]>([
    ['no pattern: all', [], () => true],
    ['the start of a part', ['safe/'], (id) => /^safe\/|\/safe\//.test(id)],
    ['several parts', ['missing/http'], (id) => id.startsWith('unsafe/missing/http/')],
    ['capitals', ['Timeout'], (id) => id.startsWith('timeout/')],
    ['a star', ['crash/*/unsafe/stdio/*/core'], (id) => /^crash\/.*\/unsafe\/stdio\/.*\/core$/.test(id)],
    [
      'a question mark',
      ['crash/page-50?/safe/http/direct/core'],
      (id) => /^crash\/page-50.\/safe\/http\/direct\/core$/.test(id),
    ],
    ['any of several', ['limit', 'abort'], (id) => /^(limit|abort)\//.test(id)],
    ['nothing', ['afe'], () => false],
    ['no expression', ['unsafe.missing'], () => false],
  ])('%s', (_name, patterns, fits) => {
    expect(ids(patterns)).toEqual(ids([]).filter(fits));
  });
});
