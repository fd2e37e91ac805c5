import { readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { approvalOf, createApprovalLookup, readApprovals, recordApprovals } from './approvals.js';
import { hashEntry } from './entry-hash.js';

let temp: TempHome;
let file: string;
beforeEach(async () => {
  temp = await createTempHome();
  file = `${temp.qwenHome}/mcpApprovals.json`;
});
afterEach(() => temp.remove());

const entry = { written: { command: 'node' } };
const other = { written: { url: 'u' } };

it.each<[string, unknown, string]>([
  ['no record', {}, 'pending'],
  ['approved', { '/p': { srv: { hash: hashEntry(entry), status: 'approved' } } }, 'approved'],
  ['rejected', { '/p': { srv: { hash: hashEntry(entry), status: 'rejected' } } }, 'rejected'],
  ['another entry', { '/p': { srv: { hash: hashEntry(other), status: 'approved' } } }, 'changed'],
  ['another project', { '/q': { srv: { hash: hashEntry(entry), status: 'approved' } } }, 'pending'],
  ['another server', { '/p': { other: { hash: hashEntry(entry), status: 'approved' } } }, 'pending'],
  ['an unknown status', { '/p': { srv: { hash: hashEntry(entry), status: true } } }, 'pending'],
  ['no hash', { '/p': { srv: { status: 'approved' } } }, 'changed'],
  ['a record of another shape', { '/p': { srv: 'approved' } }, 'pending'],
])('%s', (_name, approvals, expected) => {
  expect(approvalOf(approvals as Record<string, unknown>, '/p', 'srv', entry)).toBe(expected);
});

it('records answers in the documented shape, private to the user, and keeps all others', async () => {
  await temp.write('home/.qwen/mcpApprovals.json', '{ "/q": { "old": { "hash": "h", "status": "rejected" } } }');
  recordApprovals(file, '/p', [{ name: 'a', ...entry, status: 'approved' }]);
  recordApprovals(file, '/p/../p', [{ name: 'constructor', ...other, status: 'rejected' }]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    '/q': { old: { hash: 'h', status: 'rejected' } },
    '/p': {
      a: { hash: hashEntry(entry), status: 'approved' },
      constructor: { hash: hashEntry(other), status: 'rejected' },
    },
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(approvalOf(readApprovals(file), '/p', 'constructor', other)).toBe('rejected');
});

it('makes a missing file, and does not touch a broken one', async () => {
  recordApprovals(file, '/p', [{ name: 'a', ...entry, status: 'approved' }]);
  expect(createApprovalLookup(file, '/p')('a', entry)).toBe('approved');
  await temp.write('home/.qwen/mcpApprovals.json', '{ "/p": ');
  const record = (): void => recordApprovals(file, '/p', [{ name: 'b', ...entry, status: 'approved' }]);
  expect(record).toThrow(expect.objectContaining({ code: 'config' }));
  expect(await readFile(file, 'utf8')).toBe('{ "/p": ');
});

it('is read only when asked, so a broken file costs nothing without project servers', async () => {
  await temp.write('home/.qwen/mcpApprovals.json', '{');
  const lookup = createApprovalLookup(file, '/p');
  expect(() => lookup('a', entry)).toThrow('MCP approvals file');
});
