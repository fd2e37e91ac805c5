import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashEntry } from './entry-hash.js';

const entry = { command: 'node', args: ['b', 'a'], env: { B: '1', A: '2' }, trust: true };

it('is the sha256 of the entry with sorted keys', () => {
  const text = '{"args":["b","a"],"command":"node","env":{"A":"2","B":"1"},"trust":true}';
  expect(hashEntry({ written: entry })).toBe(createHash('sha256').update(text).digest('hex'));
});

it.each<[string, object]>([
  ['the order of keys', { trust: true, env: { A: '2', B: '1' }, args: ['b', 'a'], command: 'node' }],
  ['its labels', { ...entry, scope: 'workspace', extensionName: 'x', description: 'words' }],
])('does not change with %s', (_name, other) => {
  expect(hashEntry({ written: { ...other } })).toBe(hashEntry({ written: entry }));
});

it.each<[string, object]>([
  ['trust', { ...entry, trust: false }],
  ['trust left out', { command: 'node', args: ['b', 'a'], env: { B: '1', A: '2' } }],
  ['the type of trust', { ...entry, trust: 'true' }],
  ['the order of arguments', { ...entry, args: ['a', 'b'] }],
  ['the environment', { ...entry, env: { A: '2', B: '2' } }],
  ['a label further in', { ...entry, env: { ...entry.env, description: 'x' } }],
  ['an unknown field', { ...entry, own: 1 }],
])('changes with %s', (_name, other) => {
  expect(hashEntry({ written: { ...other } })).not.toBe(hashEntry({ written: entry }));
});

const fromProject = { B: '2', A: '1' };

it('holds the values of the project beside the entry, whatever their order', () => {
  const text = '{"command":"$A $B"}\n{"A":"1","B":"2"}';
  const hash = createHash('sha256').update(text).digest('hex');
  expect(hashEntry({ written: { command: '$A $B' }, fromProject })).toBe(hash);
});

it.each<[string, Record<string, string>]>([
  ['another value', { ...fromProject, A: '2' }],
  ['one value less', { A: '1' }],
  ['no value at all', {}],
])('changes with %s of the project', (_name, other) => {
  expect(hashEntry({ written: entry, fromProject: other })).not.toBe(hashEntry({ written: entry, fromProject }));
});
