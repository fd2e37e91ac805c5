import { describe, expect, it } from 'vitest';
import { FREEZE_SETTINGS, type FreezeSetting } from '../../settings/freeze-setting.js';
import { decideFreeze, stricter, type FreezeFacts } from './freeze.js';

const facts: FreezeFacts = {
  workspace: '/shop',
  server: 'bank',
  tool: 'pay',
  digest: 'hmac-sha256:1',
  readOnly: false,
};
const record = {
  id: 'mo_1',
  at: '2026-08-01T10:00:00.000Z',
  workspace: '/shop',
  server: 'bank',
  tool: 'pay',
  arguments_digest: 'hmac-sha256:1',
};

describe('an identical call is unknown', () => {
  it.each<[FreezeSetting, boolean, string]>([
    ['ask', false, 'ask'],
    ['block', false, 'block'],
    ['off', false, 'free'],
    ['ask', true, 'exempt'],
    ['block', true, 'exempt'],
    ['off', true, 'free'],
  ])('%s, read-only %s: %s', (setting, readOnly, kind) => {
    const decision = decideFreeze({ facts: { ...facts, readOnly }, unknowns: [record], setting });
    expect(decision).toEqual(kind === 'free' ? { kind } : { kind, record });
  });
});

describe('nothing identical is unknown', () => {
  it.each<[string, Partial<typeof record>]>([
    ['another workspace', { workspace: '/other' }],
    ['another server', { server: 'bank2' }],
    ['another tool', { tool: 'refund' }],
    ['other arguments', { arguments_digest: 'hmac-sha256:2' }],
    ['a record that could not be read', { workspace: '', server: '', tool: '', arguments_digest: '' }],
  ])('%s', (_name, change) => {
    for (const setting of FREEZE_SETTINGS) {
      expect(decideFreeze({ facts, unknowns: [{ ...record, ...change }], setting })).toEqual({ kind: 'free' });
    }
  });

  it('nothing at all', () => {
    expect(decideFreeze({ facts, unknowns: [], setting: 'block' })).toEqual({ kind: 'free' });
  });
});

it('names the newest of several', () => {
  const newer = { ...record, id: 'mo_2', at: '2026-08-01T10:00:01.000Z' };
  expect(decideFreeze({ facts, unknowns: [newer, record], setting: 'block' })).toEqual({
    kind: 'block',
    record: newer,
  });
});

it('lets a project be stricter than its user, never laxer', () => {
  const rows = FREEZE_SETTINGS.flatMap((user) =>
    FREEZE_SETTINGS.map((project) => [user, project, stricter(user, project)]),
  );
  expect(rows).toEqual([
    ['ask', 'ask', 'ask'],
    ['ask', 'block', 'block'],
    ['ask', 'off', 'ask'],
    ['block', 'ask', 'block'],
    ['block', 'block', 'block'],
    ['block', 'off', 'block'],
    ['off', 'ask', 'ask'],
    ['off', 'block', 'block'],
    ['off', 'off', 'off'],
  ]);
});
