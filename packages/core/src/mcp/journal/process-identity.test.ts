import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { identifyProcess, isSameProcessAlive } from './process-identity.js';

const own = identifyProcess();

it('names this process, and finds it alive', () => {
  expect(own.pid).toBe(process.pid);
  expect(own.started.split('/').length).toBeGreaterThanOrEqual(4);
  expect(isSameProcessAlive(own)).toBe('alive');
});

it('is not taken in by a later process with the same number', () => {
  expect(isSameProcessAlive({ ...own, started: `${own.started}0` })).toBe('dead');
});

it('tells living, killed and reaped', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  const identity = identifyProcess(child.pid);
  expect(isSameProcessAlive(identity)).toBe('alive');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isSameProcessAlive(identity)).toBe('dead');
});

const [machine, boot, namespace, ...start] = own.started.split('/');

it.each([
  ['another machine', ['feedfeedfeed', boot, namespace, ...start], 'elsewhere'],
  ['an earlier boot of this machine', [machine, 'earlier', namespace, ...start], 'dead'],
  ['another namespace', [machine, boot, '1', ...start], 'elsewhere'],
  ['no start time', [''], 'elsewhere'],
  ['nothing of ours', ['2026-08-01'], 'elsewhere'],
])('%s', (_name, parts, expected) => {
  expect(isSameProcessAlive({ pid: own.pid, started: parts.join('/') })).toBe(expected);
});
