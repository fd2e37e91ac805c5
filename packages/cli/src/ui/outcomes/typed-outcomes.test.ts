import { expect, it } from 'vitest';
import { completeOutcomes, typedOutcomes, type TypedOutcomes } from './typed-outcomes.js';

it.each<[string, TypedOutcomes]>([
  ['', { kind: 'list', scope: 'open' }],
  ['list', { kind: 'list', scope: 'open' }],
  ['all', { kind: 'list', scope: 'project' }],
  ['export', { kind: 'export' }],
  ['show mo_1', { kind: 'show', id: 'mo_1' }],
  ['retry  mo_1', { kind: 'retry', id: 'mo_1' }],
  ['show', { kind: 'wrong', shown: 'Which one? /outcomes show ID' }],
  ['reconcile', { kind: 'wrong', shown: 'Which one? /outcomes reconcile ID' }],
  ['reconcile mo_1', { kind: 'reconcile', id: 'mo_1', finding: {} }],
  ['reconcile mo_1 committed', { kind: 'reconcile', id: 'mo_1', finding: { verdict: 'committed' } }],
  [
    'reconcile mo_1 not_committed not in the log',
    { kind: 'reconcile', id: 'mo_1', finding: { verdict: 'not_committed', note: 'not in the log' } },
  ],
  [
    'reconcile mo_1 --as still_unknown --note "API is down"',
    { kind: 'reconcile', id: 'mo_1', finding: { verdict: 'still_unknown', note: 'API is down' } },
  ],
  [
    'reconcile mo_1 done',
    { kind: 'wrong', shown: '"done" is no verdict; there are committed, not_committed, still_unknown.' },
  ],
  ['prune', { kind: 'wrong', shown: 'There is no /outcomes prune; there are all, show, reconcile, retry and export.' }],
])('/outcomes %s', (args, typed) => {
  expect(typedOutcomes(args)).toEqual(typed);
});

it.each<[string, string[]]>([
  ['', ['all', 'show', 'reconcile', 'retry', 'export']],
  ['sh', ['all', 'show', 'reconcile', 'retry', 'export']],
  ['show ', ['mo_1']],
  ['reconcile mo', ['mo_1']],
  ['reconcile mo_1 ', ['committed', 'not_committed', 'still_unknown']],
  ['reconcile mo_1 committed n', []],
  ['all ', []],
])('completes "%s"', (args, values) => {
  expect(completeOutcomes(args, ['mo_1'])).toEqual(values);
});
